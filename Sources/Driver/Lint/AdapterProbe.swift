internal import AccessEnablerAPI

/// One thing that an adapter must do, tried on a process of its own before any verdict about its port.
package struct AdapterProbe: Sendable {
    /// What came of a probe.
    package enum Outcome: Sendable, Hashable {
        /// The adapter did what was expected.
        case kept
        /// It did something else: what came.
        case broken(String)
        /// It says that it lacks what the probe needs.
        case skipped(String)
    }

    package var id: String
    /// The rules of adapter-protocol.md that ask for it, such as `P-01, P-10`.
    package var rules: String
    /// What is sent, and what must come.
    package var sent: String
    package var expected: String
    /// What goes wrong in a run with an adapter that does otherwise.
    package var why: String
    /// Whether `initialize` is part of the probe; else it was answered before.
    var isRaw = false
    /// A call that it cannot do without.
    var needs: Selector?
    /// Whether a session `s` is open when it begins.
    var opens = false
    var run: @Sendable (LintRig) async -> Outcome

    /// Runs it on a process that was just started.
    func outcome(on rig: LintRig) async -> Outcome {
        if isRaw { return await run(rig) }
        guard await rig.initialize() else { return .broken("'initialize' was not answered with a result") }
        if let needs, !rig.has(needs) { return .skipped("the port has no \(needs.rawValue)") }
        if opens, await !rig.open("s") { return .broken("no session can be opened") }
        return await run(rig)
    }
}

/// A probe and what came of it.
package struct ProbeResult: Sendable {
    package var probe: AdapterProbe
    package var outcome: AdapterProbe.Outcome
    /// The last lines of standard error, where the probe was not kept.
    package var lastErrorLines: [String] = []
    /// Whether the adapter wrote no message at all.
    var isMute = false
}
