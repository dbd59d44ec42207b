internal import AdapterProtocol
internal import AccessEnablerAPI
internal import Documents
internal import Timing

extension AdapterProbe {
    /// Lines as they may arrive.
    static let lines: [AdapterProbe] = [
        AdapterProbe(
            id: "id-of-text", rules: "P-10", sent: "ping with the id \"a-😀\"", expected: "a result with that id",
            why: "answers are found by their ids"
        ) { rig in
            rig.request("ping", id: "a-😀")
            return .result(await rig.answer(to: "a-😀"))
        },
        AdapterProbe(
            id: "large-line", rules: "P-03", sent: "ping with a member of 1 MB, or as long as the adapter reads",
            expected: "a result", why: "configurations and tokens make long lines"
        ) { rig in
            let length = min(1 << 20, rig.port?.lineLimit ?? 65_536) - 200
            return .result(await rig.ask("ping", ["padding": .string(String(repeating: "x", count: length))]))
        },
        AdapterProbe(
            id: "too-long-line", rules: "P-03", sent: "a line one byte longer than the adapter reads",
            expected: "error -32003 or an answer, and no end", why: "one bad line must not end all sessions"
        ) { rig in
            let limit = rig.port?.lineLimit ?? 65_536
            guard limit <= 64 << 20 else { return .skipped("the adapter reads \(limit) bytes") }
            let empty = LintRig.line("ping", ["padding": ""], id: 7).count - 1
            let padding = String(repeating: "x", count: limit + 1 - empty)
            rig.send(LintRig.line("ping", ["padding": .string(padding)], id: 7))
            return await rig.goesOn()
        },
        AdapterProbe(
            id: "split-writes", rules: "P-01", sent: "ping, one byte at a time", expected: "a result",
            why: "a pipe keeps no boundaries"
        ) { rig in
            for byte in LintRig.line("ping", id: 7) {
                rig.send([byte])
                try? await Task.sleep(for: .microseconds(500))
            }
            return .result(await rig.answer(to: 7))
        },
        AdapterProbe(
            id: "joined-writes", rules: "P-01, P-10", sent: "200 pings in one write", expected: "200 results",
            why: "a pipe keeps no boundaries"
        ) { rig in
            rig.send((1...200).flatMap { LintRig.line("ping", id: .int($0)) })
            let count = await rig.find { messages in
                messages.count { ($0["id"]?.int ?? 0) <= 200 && $0["result"] != nil } == 200 ? 200 : nil
            }
            return .isTrue(count == 200, otherwise: "\(rig.messages.count - 1) of 200 answers")
        },
        AdapterProbe(
            id: "carriage-return", rules: "P-01", sent: "ping with CR LF, and empty lines",
            expected: "a result, and nothing else",
            why: "some languages end lines so"
        ) { rig in
            let before = rig.messages.count
            rig.send("\r\n\n" + #"{"jsonrpc":"2.0","id":7,"method":"ping","params":{}}"# + "\r\n\r\n")
            let answer = AdapterProbe.Outcome.result(await rig.answer(to: 7))
            return .all(
                answer, .isTrue(rig.messages.count == before + 1, otherwise: "empty lines were answered as well"))
        },
        AdapterProbe(
            id: "four-byte-characters", rules: "P-01", sent: "a session called \"s-😀-𝄞\", whole and escaped",
            expected: "the same session", why: "names of MVPDs and users are in every script"
        ) { rig in
            guard await rig.open("s-😀-𝄞") else { return .broken("it cannot be opened") }
            rig.send(
                #"{"jsonrpc":"2.0","id":7,"method":"session/close","params":{"session":"s-\ud83d\ude00-\ud834\udd1e"}}"#
                    + "\n")
            return .result(await rig.answer(to: 7))
        },
        AdapterProbe(
            id: "standard-error", rules: "P-06", sent: "ten calls with an argument of 1 MB, for the port to log",
            expected: "answers, whatever is logged", why: "a log that nobody empties stops the process",
            needs: .setSelectedProvider, opens: true
        ) { rig in
            let length = min(1 << 20, (rig.port?.lineLimit ?? 65_536) - 1_000)
            for number in 0..<10 {
                let argument = JSON.string(String(repeating: "m", count: length))
                rig.request(
                    "session/call",
                    rig.callParams("s", number: Int64(number), .setSelectedProvider, ["mvpdId": argument]))
            }
            return await rig.goesOn()
        },
    ]
}
