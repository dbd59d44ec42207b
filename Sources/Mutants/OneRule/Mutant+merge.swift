internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping
internal import XML

/// Wrong ways to make one configuration of several. They differ from the reference in what it is told, and when;
/// what they make of it is the reference's.
extension Mutant {
    static let merge: [Mutant] = [
        .race(
            "last-wins", "binds each MVPD to the last responder that lists it", ["AE-SP-007", "AE-SP-010", "AE-SP-006"]
        ) { _, replies in replies.reversed() },
        .race(
            "url-order", "binds each MVPD to the first of the array that lists it", ["AE-SP-011", "AE-SP-007"]
        ) { stage, replies in stage.urls.flatMap { url in replies.filter { $0.url.hasPrefix("\(url)/") } } },
        .race(
            "first-takes-all", "binds every MVPD to the first responder, listed there or not", ["AE-SP-007"]
        ) { _, replies in
            guard let first = replies.firstIndex(where: { $0.document != nil }) else { return replies }
            var all = replies
            var seen: Set<String> = []
            let union = replies.flatMap { $0.document?.mvpds ?? [] }.filter { seen.insert($0.id).inserted }
            all[first] = replies[first].listing(union)
            return all
        },
        .race(
            "first-list-only", "knows only the MVPDs of the first responder", ["AE-SP-004", "AE-DPD-002"]
        ) { _, replies in
            guard let first = replies.firstIndex(where: { $0.document != nil }) else { return replies }
            return replies.indices.map { $0 == first ? replies[$0] : replies[$0].listing([]) }
        },
        .race(
            "shared-only", "knows only the MVPDs that every provider lists", ["AE-SP-004", "AE-DPD-002"]
        ) { _, replies in
            let lists = replies.compactMap { $0.document?.mvpds.map(\.id) }.map(Set.init)
            guard let common = lists.first.map({ lists.dropFirst().reduce($0) { $0.intersection($1) } }) else {
                return replies
            }
            return replies.map { reply in
                reply.document.map { reply.listing($0.mvpds.filter { common.contains($0.id) }) } ?? reply
            }
        },
        .race("random", "binds the MVPDs in a random order of the replies", ["AE-SP-007"]) { _, replies in
            replies.shuffled()
        },
        .race("one-mvpd-wrong", "binds one MVPD to the second responder that lists it", ["AE-SP-007"]) { _, replies in
            let lists = replies.map { $0.document?.mvpds ?? [] }
            for (index, list) in lists.enumerated() {
                let later = Set(lists[(index + 1)...].flatMap { $0.map(\.id) })
                guard let victim = list.last(where: { later.contains($0.id) }) else { continue }
                var all = replies
                all[index] = replies[index].listing(list.filter { $0.id != victim.id })
                return all
            }
            return replies
        },
        .race(
            "attributes-of-the-slowest", "takes an MVPD's attributes from the last responder", ["AE-SP-006"]
        ) { _, replies in
            let last = replies.flatMap { $0.document?.mvpds ?? [] }.reduce(into: [:]) { $0[$1.id] = $1 }
            return replies.map { reply in
                reply.document.map { reply.listing($0.mvpds.map { last[$0.id] ?? $0 }) } ?? reply
            }
        },
        .mutant(
            "one-request-at-a-time", "asks the next provider only when the one before has answered", ["AE-SP-002"]
        ) { _, mutation in
            let line = WorkLine()
            mutation.interpose { request, base, completion in
                guard request.isConfiguration else { return base.send(request, completion: completion) }
                line.add { end in
                    _ = base.send(request) { outcome in
                        completion(outcome)
                        end()
                    }
                }
                return Cancellation()
            }
        },
        .mutant(
            "late-reply-wins", "binds MVPDs anew to a provider that answers when the phase has ended", ["AE-SP-010"]
        ) { stage, mutation in
            let isLate = Kept(false)
            mutation.call = { call in
                if call.selector.configures { isLate.value = false }
                return [call]
            }
            mutation.onReply("/config/") { outcome in
                if !stage.isConfiguring, case .success = outcome { isLate.value = true }
                return outcome
            }
            mutation.onCallback { callback in
                isLate.value ? [callback.changingText("url") { stage.elsewhere($0) ?? $0 }] : [callback]
            }
        },
        .race(
            "error-counts-as-responder", "binds MVPDs to a provider that answered with an error",
            ["AE-SP-007", "AE-SP-015"]
        ) { _, replies in
            guard let valid = replies.first(where: { $0.document != nil }) else { return replies }
            return replies.map { reply in
                guard reply.document == nil else { return reply }
                var changed = reply
                changed.outcome = valid.outcome
                return changed
            }
        },
        .race("one-failure-fails-all", "reports an error when any provider fails", ["AE-SP-015"]) { _, replies in
            guard let failed = replies.first(where: { $0.document == nil }) else { return replies }
            return replies.map { reply in
                var changed = reply
                changed.outcome = failed.outcome
                return changed
            }
        },
        .changeRequests(
            "binding-not-sticky", "sends what follows the login page to another provider",
            ["AE-SP-008", "AE-SP-009", "AE-SP-010"]
        ) { stage, request in
            let paths = ["/session", "/authorize", "/shortAuthorize", "/preauthorize"]
            guard paths.contains(where: { request.path.hasSuffix($0) }), let url = stage.elsewhere(request.url)
            else { return }
            request.url = url
        },
        .changeRequests(
            "authorizes-elsewhere", "sends authorization requests to another provider", ["AE-SP-008", "AE-GETZ-019"],
            to: "uthorize"
        ) { stage, request in request.url = stage.elsewhere(request.url) ?? request.url },
        .onCall(
            "skips-a-provider", "leaves the last URL of the array out", ["AE-SP-001"], .setRequestorServiceProviders
        ) { _, call in
            guard let urls = call["urls"]?.arrayValue, urls.count > 1 else { return [call] }
            return [call.with("urls", .array(Array(urls.dropLast())))]
        },
        .onCall(
            "asks-default-provider", "asks the default provider although URLs are given", ["AE-SP-003", "AE-SP-014"],
            .setRequestorServiceProviders
        ) { stage, call in
            guard let provider = stage.defaultServiceProvider, let urls = call["urls"]?.arrayValue else {
                return [call]
            }
            return [call.with("urls", .array(urls + [.string(provider)]))]
        },
        // AE-SP-019 is a SHOULD. What a provider lists for another requestor is not in the merged list (AE-SP-004), and
        // nobody can log in with it (AE-SEL-004): these are broken, and are a MUST.
        .changeRequests(
            "other-requestor-elsewhere", "asks every provider but the first for another requestor",
            ["AE-SP-019", "AE-SP-004", "AE-SEL-004"], to: "/adobe-services/config/"
        ) { stage, request in
            guard let first = stage.urls.first, !request.url.hasPrefix(first) else { return }
            request.url = request.url.replacing(stage.requestor, with: "X" + stage.requestor)
        },
        .onCallback(
            "duplicate-mvpds", "lists an MVPD of several providers once for each", ["AE-SP-005"], .displayProviderDialog
        ) { _, callback in
            guard let mvpds = callback["mvpds"]?.arrayValue, let first = mvpds.first else { return [callback] }
            return [callback.with("mvpds", .array(mvpds + [first]))]
        },
    ]
}
