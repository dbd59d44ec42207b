internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Documents
internal import Timing

extension AdapterProbe {
    /// Callbacks on their way out, provoked by a configuration that fails.
    static let callbacks: [AdapterProbe] = [
        AdapterProbe(
            id: "callback", rules: "P-40", sent: "setRequestor:serviceProviders: with a URL at which nobody listens",
            expected: "session/event with every member of 3.1", why: "verdicts are made of these"
        ) { rig in
            await rig.withCallback { event in
                do throws(ProtocolError) {
                    _ = try PortNotification(method: "session/event", params: event["params"] ?? [:])
                    return .kept
                } catch {
                    return .broken("\(error.message), in \(Outcome.text(of: event))")
                }
            }
        },
        AdapterProbe(
            id: "numbering", rules: "P-41", sent: "the same in 20 sessions at a time",
            expected: "seq without gaps in the order of the lines, n without gaps in each session",
            why: "a callback that was lost or swapped is seen by its number only", needs: .setRequestorServiceProviders
        ) { rig in
            let names = (0..<min(20, rig.port?.sessionLimit ?? 20)).map { "s\($0)" }
            let opening = names.map { rig.request("session/open", rig.openParams($0)) }
            guard await rig.results(of: opening) == names.count else { return .broken("not every session is opened") }
            for name in names { rig.request("session/call", rig.provoke(name)) }
            let completed = await rig.find { messages in
                let heard = Set(
                    messages.filter { $0["method"] == "session/event" }.compactMap { $0["params"]?["session"] })
                return heard.count == names.count ? true : nil
            }
            guard completed != nil else { return .skipped("not every session made a callback") }
            return Self.numbering(of: rig.messages)
        },
        AdapterProbe(
            id: "overlapping-callbacks", rules: "P-41, P-54",
            sent: "the same, eight times in one session without waiting",
            expected: "events whose seq, n and ts never go down", why: "threads that write at a time must take turns",
            needs: .setRequestorServiceProviders, opens: true
        ) { rig in
            let calls = (0..<8).map { rig.request("session/call", rig.provoke("s", number: $0)) }
            guard await rig.results(of: calls) == calls.count else { return .broken("not every call returned") }
            guard await rig.callback(of: "s") != nil else { return .skipped("the port made no callback") }
            // A port may have more or less to say of each; most have as much as there were calls.
            _ = await rig.find(within: .seconds(3)) { messages in
                messages.count { $0["method"] == "session/event" } >= calls.count ? true : nil
            }
            _ = await rig.ask("session/close", ["session": "s"])
            return .all(await rig.goesOn(), Self.numbering(of: rig.messages), Self.times(of: rig.messages))
        },
        AdapterProbe(
            id: "callback-during-call", rules: "P-50, P-53", sent: "the same",
            expected: "duringCall, where it is there, names a call that was made and is answered later",
            why: "whether a port calls back before a call returns is a contract of its own"
        ) { rig in
            await rig.withCallback { event in
                guard let during = event["params"]?["duringCall"], !during.isNull else { return .kept }
                let messages = rig.messages
                let place = messages.firstIndex(of: event) ?? 0
                let answers = messages[..<place].count { $0["id"] == "provoking" }
                return .all(
                    .isTrue(during == 0, otherwise: "call \(Outcome.text(of: during)), and only call 0 was made"),
                    .isTrue(answers == 0, otherwise: "the event came after the answer to the call"))
            }
        },
        AdapterProbe(
            id: "late-callback", rules: "P-32, P-56", sent: "session/close, right behind a call that calls back",
            expected: "a result, numbering that goes on, and other sessions as before",
            why: "what a port does after the close is for the suite to judge", needs: .setRequestorServiceProviders,
            opens: true
        ) { rig in
            rig.request("session/call", rig.provoke("s"))
            let closed = Outcome.result(await rig.ask("session/close", ["session": "s"]))
            guard await rig.open("next") else { return .broken("no session can be opened afterwards") }
            _ = await rig.ask("session/call", rig.provoke("next"))
            return .all(closed, await rig.goesOn(), Self.numbering(of: rig.messages))
        },
        AdapterProbe(
            id: "barrier-order", rules: "P-31, P-50", sent: "session/barrier behind a callback",
            expected: "the event before the answer", why: "after a barrier nothing of what came before may follow"
        ) { rig in
            guard rig.port?.features.contains(.executorBarrier) == true else {
                return .skipped("the port has no 'barrier.executor'")
            }
            return await rig.withCallback { _ in
                let before = rig.messages.count
                let id = rig.request("session/barrier", ["session": "s"])
                guard await rig.answer(to: id) != nil else { return .broken("no answer") }
                let second = rig.request("session/barrier", ["session": "s"])
                guard await rig.answer(to: second) != nil else { return .broken("no answer to a second barrier") }
                let messages = rig.messages
                let late = messages.dropFirst(before).drop { $0["id"] != id }.dropFirst()
                    .first { $0["method"] == "session/event" }
                return late.map { .broken("after the answer: \(Outcome.text(of: $0))") } ?? .kept
            }
        },
    ]

    /// Callbacks are told in the order in which they were entered, so that their times do not go down in a session.
    private static func times(of messages: [JSON]) -> Outcome {
        var last: [JSON: ForeignInteger] = [:]
        for message in messages where message["method"] == "session/event" {
            guard let session = message["params"]?["session"], let time = message["params"]?["ts"]?.int else {
                return .broken("no ts: \(Outcome.text(of: message))")
            }
            if let earlier = last[session], time < earlier {
                return .broken("ts goes down: \(Outcome.text(of: message))")
            }
            last[session] = time
        }
        return .kept
    }

    private static func numbering(of messages: [JSON]) -> Outcome {
        var next: Int64 = 0
        var counts: [JSON: Int64] = [:]
        for message in messages {
            guard let method = message["method"]?.string, ["session/event", "tap", "platform"].contains(method),
                let params = message["params"]
            else { continue }
            guard params["seq"] == .int(next) else {
                return .broken("seq \(next) expected: \(Outcome.text(of: message))")
            }
            next += 1
            guard method == "session/event", let session = params["session"] else { continue }
            let count = counts[session, default: 0]
            guard params["n"] == .int(count) else {
                return .broken("n \(count) expected: \(Outcome.text(of: message))")
            }
            counts[session] = count + 1
        }
        return .kept
    }
}

extension LintRig {
    /// With the first callback of a session `s` whose call 0, under the id "provoking", makes the port call back.
    func withCallback(_ body: (JSON) async -> AdapterProbe.Outcome) async -> AdapterProbe.Outcome {
        guard has(.setRequestorServiceProviders) else {
            return .skipped("the port has no setRequestor:serviceProviders:")
        }
        guard await open("s") else { return .broken("no session can be opened") }
        request("session/call", provoke("s"), id: "provoking")
        guard let event = await callback(of: "s") else { return .skipped("the port made no callback") }
        return await body(event)
    }
}
