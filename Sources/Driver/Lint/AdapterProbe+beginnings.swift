internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Documents

extension AdapterProbe {
    /// How a conversation begins.
    static let beginnings: [AdapterProbe] = [
        AdapterProbe(
            id: "initialize", rules: "P-21", sent: "initialize", expected: "a result with every member of 2.1",
            why: "the reported calls and features decide which contracts are run", isRaw: true
        ) { rig in
            guard let answer = await rig.ask("initialize", LintRig.initializeParams) else {
                return .broken("no answer")
            }
            guard let result = answer["result"] else { return .broken(Outcome.text(of: answer)) }
            do throws(ProtocolError) {
                _ = try InitializeResult(result)
                return .kept
            } catch {
                return .broken(error.message)
            }
        },
        AdapterProbe(
            id: "initialize-twice", rules: "P-20", sent: "initialize, a second time", expected: "error -32002",
            why: "an adapter that starts anew in the midst of a run loses its sessions"
        ) { rig in .error(await rig.ask("initialize", LintRig.initializeParams), .initialization) },
        AdapterProbe(
            id: "other-major-version", rules: "P-22", sent: "initialize with protocolVersion 9.0",
            expected: "error -32001",
            why: "a later suite must not be misunderstood", isRaw: true
        ) { rig in .error(await rig.ask("initialize", initializeParams(version: "9.0")), .unsupportedVersion) },
        AdapterProbe(
            id: "later-minor-version", rules: "P-90", sent: "initialize with protocolVersion 1.99",
            expected: "a result with a version 1.x", why: "adapters must not need a new release with each suite",
            isRaw: true
        ) { rig in
            let answer = await rig.ask("initialize", initializeParams(version: "1.99"))
            let version = answer?["result"]?["protocolVersion"]?.string ?? ""
            return .isTrue(version.hasPrefix("1."), otherwise: answer.map(Outcome.text) ?? "no answer")
        },
        AdapterProbe(
            id: "call-before-initialize", rules: "P-20", sent: "session/open before initialize",
            expected: "error -32002",
            why: "nothing is known of either side yet", isRaw: true
        ) { rig in .error(await rig.ask("session/open", rig.openParams("s")), .initialization) },
        AdapterProbe(
            id: "ping-before-initialize", rules: "P-20, P-33", sent: "ping before initialize", expected: "a result",
            why: "a port that takes long to load must not look dead", isRaw: true
        ) { rig in .result(await rig.ask("ping")) },
    ]

    private static func initializeParams(version: String) -> JSON {
        guard case .object(var params) = LintRig.initializeParams else { return LintRig.initializeParams }
        params["protocolVersion"] = .string(version)
        return .object(params)
    }

    /// What an adapter must refuse, and go on.
    static let refusals: [AdapterProbe] = [
        AdapterProbe(
            id: "unknown-request", rules: "P-08", sent: "the request session/fly", expected: "error -32601",
            why: "a suite of a later version asks what this adapter need not know"
        ) { rig in .all(.error(await rig.ask("session/fly"), .methodNotFound), await rig.goesOn()) },
        AdapterProbe(
            id: "unknown-notification", rules: "P-08", sent: "the notification session/flew", expected: "nothing",
            why: "a later suite may send members that this adapter does not know"
        ) { rig in
            let before = rig.messages.count
            rig.send(#"{"jsonrpc":"2.0","method":"session/flew","params":{}}"# + "\n")
            let isAlive = await rig.goesOn()
            return .all(isAlive, .isTrue(rig.messages.count == before + 1, otherwise: "it was answered"))
        },
        AdapterProbe(
            id: "unknown-members", rules: "P-07", sent: "ping with members that nobody knows", expected: "a result",
            why: "a suite of a later version says more than this adapter need know"
        ) { rig in
            rig.send(#"{"later":[1,{"a":null}],"jsonrpc":"2.0","id":7,"method":"ping","params":{"later":1}}"# + "\n")
            return .result(await rig.answer(to: 7))
        },
        AdapterProbe(
            id: "no-params", rules: "P-07", sent: "ping without params", expected: "a result",
            why: "optional members may be left out"
        ) { rig in
            rig.send(#"{"jsonrpc":"2.0","id":7,"method":"ping"}"# + "\n")
            return .result(await rig.answer(to: 7))
        },
        AdapterProbe(
            id: "no-json", rules: "P-02, P-80", sent: #"a line {"jsonrpc":"#, expected: "error -32700 with the id null",
            why: "a line that was cut must not end the run"
        ) { rig in
            rig.send(#"{"jsonrpc":"# + "\n")
            return .all(.error(await rig.answerWithoutID(), .parse), await rig.goesOn())
        },
        AdapterProbe(
            id: "no-request", rules: "P-02, P-80", sent: "a line [1,2]", expected: "error -32600 with the id null",
            why: "batches are not part of the protocol"
        ) { rig in
            rig.send("[1,2]\n")
            return .all(.error(await rig.answerWithoutID(), .invalidRequest), await rig.goesOn())
        },
        AdapterProbe(
            id: "missing-parameter", rules: "P-30", sent: "session/open without a session", expected: "error -32602",
            why: "a mistake of the suite must not end the run"
        ) { rig in .all(.error(await rig.ask("session/open"), .invalidParams), await rig.goesOn()) },
        AdapterProbe(
            id: "unknown-session", rules: "P-32", sent: "calls and close of a session that was never opened",
            expected: "error -32011", why: "the suite finds by it that an adapter lost track"
        ) { rig in
            .all(
                .error(await rig.ask("session/call", rig.callParams("nobody", number: 0, "logout")), .unknownSession),
                .error(await rig.ask("session/close", ["session": "nobody"]), .unknownSession))
        },
        AdapterProbe(
            id: "unknown-call", rules: "P-30", sent: "the call fly", expected: "error -32021",
            why: "a missing call is no failure of the port", opens: true
        ) { rig in
            let answer = await rig.ask("session/call", rig.callParams("s", number: 0, "fly"))
            return .all(.error(answer, .unsupportedCall), await rig.goesOn())
        },
        AdapterProbe(
            id: "wrong-arguments", rules: "P-30", sent: "setSelectedProvider: with an argument 'nobody'",
            expected: "error -32602",
            why: "a call with other arguments than the contract's must not be made", needs: .setSelectedProvider,
            opens: true
        ) { rig in
            let params = rig.callParams("s", number: 0, .setSelectedProvider, ["nobody": 1])
            return .all(.error(await rig.ask("session/call", params), .invalidParams), await rig.goesOn())
        },
        AdapterProbe(
            id: "cancel-nothing", rules: "P-34", sent: "cancel of a request that never was", expected: "a result",
            why: "the answer may have crossed the cancel"
        ) { rig in .result(await rig.ask("cancel", ["id": 987_654])) },
    ]
}
