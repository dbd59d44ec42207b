import Driver
import Evidence
import Reports

struct LintAdapterCommand: Command {
    var command = ""
    var timeout = AdapterLint.patience
    var isSandboxed = false
    var color = ColorChoice.auto

    static let name = "lint-adapter"
    static let syntax = Syntax<Self>(
        "Tests an adapter, before its port is judged.",
        notes: """
            The command is one argument, as after 'exec:', such as
            "python3 Examples/python/adapter.py".
            What an adapter must do is in Documentation/adapter-protocol.md.

            exit codes: 0 no probe is broken, 3 one is, 4 usage
            """,
        .positional("command", sets: \.command, help: "the program and its arguments"),
        .option(
            "--deadline", value: "time", sets: \.timeout,
            help: "how long to wait for an answer or an end (default: 30s)"),
        .flag(
            Sandbox.option, sets: \.isSandboxed,
            help: "confine it: no network but its own, no file to write (Documentation/security.md)"),
        .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        let words = try saying(as: .usage) { try CommandWords.split(command) }
        try Affordable.check()
        if isSandboxed { try await Sandbox.check(.program(text: command, command: words)) }
        let console = Console(color)
        let redactor = Redactor()
        let results = await AdapterLint(command: Sandbox.launcher + words, timeout: timeout).run {
            console.out(Prose.printable(Self.text(of: redactor.redacted($0), width: console.palette.width)))
        }
        let kept = results.count { $0.outcome == .kept }
        let broken = results.count { if case .broken = $0.outcome { true } else { false } }
        guard results.count == AdapterLint.probes.count else {
            console.line("\nThe adapter said nothing: the other probes were not tried.")
            return .broken
        }
        console.line(
            "\n\(kept) of \(Prose.count(results.count, "probe")) kept, \(broken) broken, \(results.count - kept - broken) skipped"
        )
        return broken == 0 ? .conformant : .broken
    }

    private static func text(of result: ProbeResult, width: Int) -> String {
        let probe = result.probe
        switch result.outcome {
        case .kept:
            return "kept     \(probe.id)\n"
        case .skipped(let reason):
            return Prose.wrapped("skipped  \(probe.id): \(reason)", width: width, indent: 11) + "\n"
        case .broken(let seen):
            let entries = [
                ("Sent", probe.sent), ("Expected", probe.expected), ("Actual", seen), ("Why", probe.why),
                ("Rule", "\(probe.rules) of Documentation/adapter-protocol.md"),
            ]
            // A message is one long word.
            let room = width - 21
            let words = { (text: String) in
                text.split(separator: " ").map { Prose.chopped(String($0), width: room) }.joined(separator: " ")
            }
            let lines = entries.map { Prose.entry("         \($0.0)", words($0.1), column: 21, width: width) + "\n" }
            let errors = result.lastErrorLines.map {
                "           stderr    \(Prose.indented(Prose.chopped($0, width: room), by: 21).dropFirst(21))\n"
            }
            return "BROKEN   \(probe.id)\n" + (lines + errors).joined()
        }
    }
}

extension Redactor {
    /// What was seen, before it is set in lines: a secret across the end of one would not be known.
    fileprivate func redacted(_ result: ProbeResult) -> ProbeResult {
        var result = result
        result.lastErrorLines = result.lastErrorLines.map(redacted(text:))
        switch result.outcome {
        case .kept: break
        case .skipped(let reason): result.outcome = .skipped(redacted(text: reason))
        case .broken(let seen): result.outcome = .broken(redacted(text: seen))
        }
        return result
    }
}
