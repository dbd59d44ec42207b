import Documents
import Evidence
import Glibc
import POSIX
import Reports
import Synchronization

/// Standard output and standard error.
///
/// Safe from any thread. Output that cannot be written is remembered and told at the end; that the reader of a
/// pipe has had enough is no mistake.
final class Console: Sendable {
    let isTerminal: Bool
    /// Whether a line on standard output can be taken away again.
    let changesLines: Bool
    let usesColor: Bool
    /// `errno` of the first output that was lost; there is one standard output, however many speak through it.
    private static let problem = Mutex<Int32>(0)
    /// What knows the secrets of those who are talked about, from now on.
    let redactor = Mutex<Redactor?>(nil)

    init(_ color: ColorChoice = .auto) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        changesLines = isTerminal && !Self.isDumb
        switch color {
        case .always: usesColor = true
        case .never: usesColor = false
        case .auto: usesColor = isTerminal && !Self.refusesColor
        }
    }

    private static var refusesColor: Bool { variable("NO_COLOR") != nil || isDumb }

    /// Whether the terminal knows nothing but lines.
    private static var isDumb: Bool { variable("TERM") == "dumb" }

    /// Of the environment; nil where it is not set, or empty.
    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// How text for people is set there: as wide as the terminal, as far as lines can still be read.
    var palette: Palette { Palette(isColored: usesColor, width: width) }

    private var width: Int {
        guard isTerminal else { return TextReport.width }
        let asked = Self.variable("COLUMNS").flatMap { Int($0) } ?? TerminalWidth.columns(of: STDOUT_FILENO)
        return min(max(asked ?? TextReport.width, 60), 120)
    }

    func out(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    func line(_ text: String) {
        out(text + "\n")
    }

    /// A message, which may have names of anybody's files in it.
    func error(_ text: String) {
        write(text.displayed + "\n", to: STDERR_FILENO)
    }

    /// Where standard error is a terminal, so that a line on it can change.
    static var errorChangesLines: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

    /// Without a line end.
    func errorOut(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    /// Why something could not be written to standard output; nil where all was.
    var lostOutput: String? {
        let code = Self.problem.withLock { $0 }
        guard code != 0, code != EPIPE else { return nil }
        return unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }

    /// Whether nobody reads standard output any more.
    var hasLostReader: Bool { Self.problem.withLock { $0 } == EPIPE }

    private func write(_ text: String, to descriptor: Int32) {
        let plain = Array(text.utf8)
        let bytes = redactor.withLock(\.self)?.redacted(written: plain) ?? plain
        Self.problem.withLock { problem in
            let failure = writeAll(bytes, to: descriptor)
            if descriptor == STDOUT_FILENO, problem == 0 { problem = failure }
        }
    }
}

extension Console {
    /// What runs came to: examples of why they failed, the summary, and a line for each cause, as far as is asked for.
    func show(_ shown: Shown, _ diagnosis: Diagnosis, _ summary: String) {
        let causes = DiagnosisText(diagnosis, palette: palette)
        if shown == .examples, !causes.blocks.isEmpty { out("\n" + causes.blocks) }
        out("\n" + summary)
        if shown >= .causes, !causes.summary.isEmpty { out("\n" + causes.summary) }
    }
}
