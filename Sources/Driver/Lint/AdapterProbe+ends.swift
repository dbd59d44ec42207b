internal import AccessEnablerAPI
internal import Documents
internal import POSIX

extension AdapterProbe {
    /// How a conversation ends.
    static let ends: [AdapterProbe] = [
        AdapterProbe(
            id: "shutdown", rules: "P-35", sent: "shutdown with a session open, and a ping behind it",
            expected: "one result, and status 0", why: "a process that stays keeps its port's sockets and files",
            opens: true
        ) { rig in
            let id = rig.request("shutdown")
            let behind = rig.request("ping")
            let answer = Outcome.result(await rig.answer(to: id))
            let end = await ended(rig, with: .exited(0))
            return .all(
                answer, end,
                .isTrue(!rig.messages.contains { $0["id"] == behind }, otherwise: "the ping was answered as well"))
        },
        AdapterProbe(
            id: "end-of-input", rules: "P-35", sent: "the end of its input with a session open", expected: "status 0",
            why: "that is all an adapter hears when the suite itself dies", opens: true
        ) { rig in
            rig.endInput()
            return await ended(rig, with: .exited(0))
        },
        AdapterProbe(
            id: "end-before-initialize", rules: "P-35", sent: "the end of its input as the first thing",
            expected: "an end",
            why: "a suite that was interrupted leaves nothing behind", isRaw: true
        ) { rig in
            rig.endInput()
            return await ended(rig)
        },
        AdapterProbe(
            id: "terminate", rules: "P-36", sent: "SIGTERM with a session open", expected: "an end within two seconds",
            why: "the next signal is SIGKILL, which leaves no trace", opens: true
        ) { rig in
            rig.signal(.terminate)
            return await ended(rig)
        },
        AdapterProbe(
            id: "stray-output", rules: "P-04", sent: "all of the above",
            expected: "nothing on standard output but messages", why: "two writers on one stream break lines",
            opens: true
        ) { rig in
            if rig.has(.setRequestorServiceProviders) { _ = await rig.ask("session/call", rig.provoke("s")) }
            _ = await rig.ask("shutdown")
            _ = await rig.end()
            return .kept  // Noise is looked for after every probe.
        },
    ]

    private static func ended(_ rig: LintRig, with wanted: ExitStatus? = nil) async -> Outcome {
        guard let status = await rig.end() else { return .broken("it did not end") }
        return .isTrue(wanted == nil || status == wanted, otherwise: "it \(status)")
    }
}
