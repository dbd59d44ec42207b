import Driver
import Evidence
import Reports

/// Tries the adapter of a run before any verdict about its port.
struct AdapterTrials {
    let options: RunCommand
    let console: Console
    let interrupt: Interrupt

    /// Nothing where the implementation is no program of its own, or nobody wants to know.
    ///
    /// A run of some cases only is no certificate, so there it is left out unless it is asked for.
    func run() async -> [AdapterTrial] {
        guard case .program(_, let command) = options.implementation, isWanted else { return [] }
        let view = options.isQuiet || !Console.errorChangesLines ? nil : console
        let count = AdapterLint.probes.count
        let results = await interrupt.cancelling {
            var done = 0
            return await AdapterLint(command: Sandbox.launcher + command).run { _ in
                done += 1
                view?.errorOut("\(ChangingLine.erasure)trying the adapter: \(done) of \(Prose.count(count, "probe"))")
            }
        }
        view?.errorOut(ChangingLine.erasure)
        // What was tried while the user stopped us says nothing.
        return interrupt.hasCome ? [] : results.map { AdapterTrial($0) }
    }

    private var isWanted: Bool {
        switch options.lint {
        case .always: true
        case .never: false
        case .auto: options.selection == CaseSelection() && !options.isSmoke && !options.isOfEarlierRun
        }
    }
}

/// Whether the adapter is tried before a run.
enum LintChoice: String, ArgumentWord {
    /// When all cases are run.
    case auto
    case always
    case never
}

extension AdapterTrial {
    init(_ result: ProbeResult) {
        switch result.outcome {
        case .kept: self.init(probe: result.probe.id, outcome: .kept)
        case .broken(let seen): self.init(probe: result.probe.id, outcome: .broken, detail: seen)
        case .skipped(let reason): self.init(probe: result.probe.id, outcome: .skipped, detail: reason)
        }
    }
}
