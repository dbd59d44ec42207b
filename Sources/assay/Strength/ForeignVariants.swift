import Documents
import POSIX
import Reports
import Variants

/// The right ports of another implementation: a program that the name of a variant tells which of them to be.
///
/// `list` in the place of the name has it print the names of those it has, each in a line.
struct ForeignVariants: Sendable {
    private static let place = "{}"

    private let command: [String]

    init(_ choice: ImplementationChoice) throws(ToolError) {
        guard case .program(_, let command) = choice, command.contains(where: { $0.contains(Self.place) }) else {
            throw .impossible(
                "'--implementation \(Prose.cut(choice.text, to: 60))' is no command in which the name of a variant has its "
                    + "place; expected exec:COMMAND with \(Self.place) in it")
        }
        self.command = command
    }

    /// The program that is the variant.
    func choice(of id: String) -> ImplementationChoice {
        .program(text: "exec:" + Self.text(words(for: id)), command: words(for: id))
    }

    private static func text(_ words: [String]) -> String {
        words.map(RunReport.quoted).joined(separator: " ")
    }

    private func words(for id: String) -> [String] { command.map { $0.replacing(Self.place, with: id) } }

    /// Those that the program says it has, which must be known by these names here.
    ///
    /// - Parameter limit: how long it may take to say so.
    func known(within limit: Duration = .seconds(30)) async throws(ToolError) -> [Variant] {
        let words = words(for: "list")
        let program = "'\(Self.text(words))'"
        var names: [String] = []
        var errors: [String] = []
        let (events, feed) = AsyncStream.makeStream(of: ChildProcess.Event.self)
        var options = ChildProcess.Options()
        options.reportsMore = true
        let child = try saying("\(program) does not start") {
            try ChildProcess(words, options: options) { event in
                feed.yield(event)
                if case .ended = event { feed.finish() }
            }
        }
        child.endInput()
        let watch = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            child.terminate(grace: .zero)
        }
        defer { watch.cancel() }
        for await event in events {
            switch event {
            case .line(let bytes): names.append(String(decoding: bytes, as: UTF8.self))
            case .errorLine(let text): errors.append(text)
            case .ended(let status) where status != .exited(0):
                throw .broken("\(program) lists no variants: \(errors.last ?? "it \(status)")")
            case .ended, .outputEnded, .tooLongLine: break
            }
        }
        let variants = Variant.all.filter { names.contains($0.id) }
        for name in names where !variants.contains(where: { $0.id == name }) {
            throw .broken(
                "\(program) lists '\(Prose.cut(name, to: 60))', which is none of the variants of "
                    + "'assay list --variants'" + suggestion(for: name, among: Variant.all.map(\.id)))
        }
        guard !variants.isEmpty else { throw .broken("\(program) lists no variants") }
        return variants
    }
}
