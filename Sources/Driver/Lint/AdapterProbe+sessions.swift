internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Documents
internal import POSIX

extension AdapterProbe {
    /// Sessions, and requests that must not wait for each other.
    static let sessions: [AdapterProbe] = [
        AdapterProbe(
            id: "session-twice", rules: "P-27", sent: "session/open with a name in use", expected: "error -32012",
            why: "the suite finds by it that an adapter lost track", opens: true
        ) { rig in
            .error(await rig.ask("session/open", rig.openParams("s")), .sessionExists)
        },
        AdapterProbe(
            id: "closed-session", rules: "P-32", sent: "a call after session/close was answered",
            expected: "error -32011",
            why: "an instance that lives on is heard in other cases", opens: true
        ) { rig in
            let closed = Outcome.result(await rig.ask("session/close", ["session": "s"]))
            let call = await rig.ask("session/call", rig.callParams("s", number: 0, "logout"))
            return .all(closed, .error(call, .unknownSession))
        },
        AdapterProbe(
            id: "thousand-sessions", rules: "P-25",
            sent: "session/open 1,000 times, or as often as it allows, then session/close",
            expected: "a result each", why: "the catalogue and load runs open many at a time"
        ) { rig in
            let count = min(1_000, rig.port?.sessionLimit ?? 1_000)
            let opening = (0..<count).map { rig.request("session/open", rig.openParams("s\($0)")) }
            let opened = await rig.results(of: opening)
            let closing = (0..<count).map { rig.request("session/close", ["session": .string("s\($0)")]) }
            let closed = await rig.results(of: closing)
            return .isTrue(
                opened == count && closed == count,
                otherwise: "of \(count), \(opened) were opened and \(closed) closed")
        },
        AdapterProbe(
            id: "session-limit", rules: "P-27", sent: "one session more than limits.sessions", expected: "error -32013",
            why: "the suite waits for a free place then"
        ) { rig in
            guard let limit = rig.port?.sessionLimit, limit <= 1_000 else { return .skipped("there is no limit") }
            let opening = (0..<limit).map { rig.request("session/open", rig.openParams("s\($0)")) }
            guard await rig.results(of: opening) == limit else { return .broken("\(limit) cannot be opened") }
            return .error(await rig.ask("session/open", rig.openParams("more")), .tooManySessions)
        },
        AdapterProbe(
            id: "ping-during-call", rules: "P-33, P-52", sent: "ping while a call waits for a server that is silent",
            expected: "a result at once, in ten seconds at the latest",
            why: "a process that answers no ping counts as dead",
            needs: .setRequestorServiceProviders, opens: true
        ) { rig in
            await rig.withSilentServer { url in
                rig.request("session/call", rig.provoke("s", url: url))
                return await rig.goesOn(within: rig.promptness)
            }
        },
        AdapterProbe(
            id: "sessions-do-not-wait", rules: "P-52", sent: "a call of another session meanwhile",
            expected: "a result at once, in ten seconds at the latest",
            why: "cases run side by side", needs: .setRequestorServiceProviders
        ) { rig in
            await rig.withSilentServer { url in
                guard await rig.open("s"), await rig.open("other") else {
                    return .broken("no two sessions can be opened")
                }
                rig.request("session/call", rig.provoke("s", url: url))
                guard rig.has(.checkAuthentication) else {
                    return .result(await rig.ask("session/close", ["session": "other"], within: rig.promptness))
                }
                let call = rig.callParams("other", number: 0, .checkAuthentication)
                return .result(await rig.ask("session/call", call, within: rig.promptness))
            }
        },
        AdapterProbe(
            id: "close-during-call", rules: "P-32",
            sent: "session/close while a call waits for a server that is silent",
            expected: "a result at once, in ten seconds at the latest", why: "a case that failed must be left behind",
            needs: .setRequestorServiceProviders, opens: true
        ) { rig in
            await rig.withSilentServer { url in
                rig.request("session/call", rig.provoke("s", url: url))
                let closed = await rig.ask("session/close", ["session": "s"], within: rig.promptness)
                return .all(.result(closed), await rig.goesOn())
            }
        },
        AdapterProbe(
            id: "barrier", rules: "P-31", sent: "session/barrier",
            expected: "a result with 'barrier.executor', else error -32022",
            why: "the order of replies is proven by it", opens: true
        ) { rig in
            let answer = await rig.ask("session/barrier", ["session": "s"])
            return rig.port?.features.contains(.executorBarrier) == true
                ? .result(answer) : .error(answer, .unsupportedFeature)
        },
        AdapterProbe(
            id: "advance", rules: "P-39", sent: "session/advance",
            expected: "a result with 'clock.advance'",
            why: "a port that can be told that an hour has passed need not be waited for", opens: true
        ) { rig in
            guard rig.port?.features.contains(.clockAdvance) == true else {
                return .skipped("the port has no 'clock.advance'")
            }
            return .result(await rig.ask("session/advance", ["session": "s", "by": .int(3_600_000_000_000)]))
        },
    ]
}

extension LintRig {
    /// How many of the requests were answered with a result, once all were answered.
    func results(of ids: [JSON]) async -> Int {
        let wanted = Set(ids)
        let count = await find { messages in
            let answers = messages.filter { $0["method"] == nil && $0["id"].map(wanted.contains) == true }
            return answers.count == wanted.count ? answers.count { $0["result"] != nil } : nil
        }
        return count ?? messages.count { $0["result"] != nil && $0["id"].map(wanted.contains) == true }
    }

    /// With the URL of a server that takes connections and says nothing.
    func withSilentServer(_ body: (String) async -> AdapterProbe.Outcome) async -> AdapterProbe.Outcome {
        let listener: FileDescriptor
        do throws(SystemError) {
            listener = try FileDescriptor.listening(on: SocketAddress())
        } catch {
            return .skipped("\(error)")
        }
        let outcome = await body("http://127.0.0.1:\(listener.localPort)/")
        _ = consume listener
        return outcome
    }
}
