internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Documents
internal import Timing

extension AdapterProbe {
    /// What sessions leave behind in the process.
    static let leaks: [AdapterProbe] = [
        leak(
            "leaked-descriptors", "P-38", \.descriptors, "descriptors",
            why: "a run opens thousands of sessions, and a process has a thousand descriptors"),
        leak(
            "leaked-threads", "P-38", \.threads, "threads",
            why: "a run opens thousands of sessions, and each thread costs memory and time"),
    ]

    /// Sessions before anything is counted: what a runtime makes once, and pools, are no leak.
    private static let warmUp = 20
    /// Sessions that are counted.
    private static let counted = 60

    private static func leak(
        _ id: String, _ rules: String, _ held: any KeyPath<ProcessHoldings, Int> & Sendable, _ noun: String, why: String
    ) -> AdapterProbe {
        AdapterProbe(
            id: id, rules: rules,
            sent: "session/open, setRequestor:serviceProviders: and session/close, \(counted) times after "
                + "\(warmUp) others",
            expected: "fewer than \(counted / 2) more open \(noun) than before", why: why
        ) { rig in
            do throws(FileError) {
                _ = try rig.holdings()
                if let reason = await rig.comeAndGo(warmUp, from: 0) { return .broken(reason) }
                let before = try rig.holdings()
                if let reason = await rig.comeAndGo(counted, from: warmUp) { return .broken(reason) }
                // What a runtime gives back when it collects garbage is given the time for it.
                let limit = before[keyPath: held] + counted / 2
                let after = try await rig.settledHoldings { $0[keyPath: held] < limit }
                let (first, last) = (before[keyPath: held], after[keyPath: held])
                let seen = "\(first) \(noun) before \(counted) sessions, \(last) after they were closed"
                return .isTrue(last < limit, otherwise: seen)
            } catch {
                return .skipped("not checked: \(error)")
            }
        }
    }
}

extension LintRig {
    /// Opens so many sessions, makes each do something, and closes it; what went wrong where something did.
    fileprivate func comeAndGo(_ count: Int, from first: Int) async -> String? {
        let atOnce = min(10, port?.sessionLimit ?? 10)
        for start in stride(from: first, to: first + count, by: atOnce) {
            let names = (start..<min(start + atOnce, first + count)).map { "s\($0)" }
            let opening = names.map { request("session/open", openParams($0)) }
            guard await results(of: opening) == names.count else { return "not every session was opened" }
            if has(.setRequestorServiceProviders) {
                let calling = names.map { request("session/call", provoke($0)) }
                _ = await results(of: calling)
            }
            let closing = names.map { request("session/close", ["session": .string($0)]) }
            guard await results(of: closing) == names.count else { return "not every session was closed" }
        }
        return nil
    }

    /// What is held as soon as the condition is met, or when the timeout has passed, or five seconds.
    fileprivate func settledHoldings(
        until isMet: (ProcessHoldings) -> Bool
    ) async throws(FileError) -> ProcessHoldings {
        let deadline = MonotonicTime.now() + min(timeout, .seconds(5))
        while true {
            let now = try holdings()
            if isMet(now) || MonotonicTime.now() > deadline || Task.isCancelled { return now }
            // The process is waited for by being asked: an idle one may not collect what it no longer needs.
            _ = await ask("ping")
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}
