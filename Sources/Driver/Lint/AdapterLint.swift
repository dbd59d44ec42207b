internal import POSIX

/// Tries an adapter before its port is judged.
package struct AdapterLint: Sendable {
    private let command: [String]
    private let timeout: Duration
    private let promptness: Duration
    private let system: String

    /// How long an answer is waited for: no adapter is broken because it starts on a busy machine.
    package static let patience = Duration.seconds(30)

    /// `timeout` is for each answer; a process is started for each probe.
    ///
    /// `promptness` is for what must be answered whatever a call does: as long as a run bears a process that is silent.
    /// `system` is where Linux tells of processes; what is elsewhere not told is not checked.
    package init(
        command: [String], timeout: Duration = Self.patience, promptness: Duration = ProcessLimits().ping,
        system: String = "/proc"
    ) {
        self.command = command
        self.timeout = timeout
        self.promptness = promptness
        self.system = system
    }

    /// In the order in which they are reported.
    package static var probes: [AdapterProbe] {
        AdapterProbe.beginnings + AdapterProbe.refusals + AdapterProbe.lines + AdapterProbe.sessions
            + AdapterProbe.callbacks + AdapterProbe.leaks + AdapterProbe.ends
    }

    /// Runs the probes, several at a time, and tells each result, in the order of the probes, when it is known.
    ///
    /// The first is run alone: after an `initialize` to which nothing is said at all, no other probe is tried.
    package func run(
        _ probes: [AdapterProbe] = Self.probes, atOnce: Int = 4, told: @escaping (ProbeResult) -> Void = { _ in }
    ) async -> [ProbeResult] {
        await withTaskGroup(of: (Int, ProbeResult).self) { group in
            var results: [ProbeResult?] = Array(repeating: nil, count: probes.count)
            var started = 0
            var toldCount = 0
            func start() {
                guard started < probes.count, !Task.isCancelled else { return }
                let index = started
                started += 1
                group.addTask { (index, await self.result(of: probes[index])) }
            }
            start()
            while let (index, result) = await group.next() {
                results[index] = result
                if result.isMute, result.probe.id == "initialize" { started = probes.count }
                for _ in 0..<(index == 0 ? atOnce : 1) { start() }
                while toldCount < results.count, let next = results[toldCount] {
                    told(next)
                    toldCount += 1
                }
            }
            return results.compactMap(\.self)
        }
    }

    private func result(of probe: AdapterProbe) async -> ProbeResult {
        let rig: LintRig
        do throws(SystemError) {
            rig = try LintRig(command, timeout: timeout, promptness: promptness, system: system)
        } catch {
            return ProbeResult(probe: probe, outcome: .broken("the adapter does not start: \(error)"), isMute: true)
        }
        var outcome = await probe.outcome(on: rig)
        if probe.id == "initialize", rig.messages.isEmpty, let status = rig.status {
            outcome = .broken("the adapter \(status), and answered nothing")
        }
        await rig.stop()
        if case .kept = outcome, let noise = rig.noise {
            outcome = .broken("a line on standard output that is no message: \(noise)")
        }
        let errors = if case .broken = outcome { Array(rig.lastErrorLines.suffix(5)) } else { [String]() }
        return ProbeResult(probe: probe, outcome: outcome, lastErrorLines: errors, isMute: rig.messages.isEmpty)
    }
}
