internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Characters, letters and lengths that a port makes something else of.
extension Mutant {
    static let characters: [Mutant] = [
        .onCallback(
            "entities-stay", "does not decode XML entities", ["AE-FAIL-005", "AE-META-005", "AE-MVPD-001"]
        ) { _, callback in [callback.changingTexts { $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }] },
        .onCallback(
            "only-ascii", "reads what comes as ISO 8859-1", ["AE-FAIL-005", "AE-META-005", "AE-MVPD-001"]
        ) { _, callback in
            [callback.changingTexts { text in String(text.utf8.map { Character(Unicode.Scalar($0)) }) }]
        },
        .mutant(
            "ids-are-not-escaped", "writes identifiers into URLs without escaping them", ["AE-MVPD-005", "AE-SP-008"]
        ) { _, mutation in
            mutation.callback = { callback in
                [callback.changingText("url") { $0.replacing("%26", with: "&").replacing("%2B", with: "+") }]
            }
            mutation.changeRequests("/reggie/") { $0.changeBody { $0.replacing("%26", with: "&") } }
        },
        .mutant(
            "folds-case-of-resources", "treats resources as equal that differ only in upper and lower case",
            ["AE-STO-006", "AE-GETZ-005", "AE-TOK-002", "AE-FAIL-002"]
        ) { _, mutation in
            let known = Kept<[String: String]>([:])
            mutation.call = { call in
                guard let resource = call["resource"]?.stringValue else { return [call] }
                let first = known.change { known in
                    let first = known[resource.lowercased()] ?? resource
                    known[resource.lowercased()] = first
                    return first
                }
                return [call.with("resource", .string(first))]
            }
        },
        .onCallback(
            "folds-case-of-mvpds", "treats MVPDs as equal that differ only in upper and lower case",
            ["AE-MVPD-005", "AE-SP-005"], .displayProviderDialog
        ) { _, callback in
            let known = Kept<Set<String>>([])
            return [
                callback.changingMVPDs { mvpd in
                    known.change { $0.insert(mvpd.id.lowercased()).inserted } ? mvpd : nil
                }
            ]
        },
        .onReply(
            "reads-64-kilobytes", "reads no more than 64 KiB of a reply",
            ["AE-DPD-002", "AE-REQ-006", "AE-REQ-008", "AE-SP-004"], to: "/config/"
        ) { _, outcome in
            guard case .success(var reply) = outcome, reply.body.count > 65_536 else { return outcome }
            reply.body = Array(reply.body.prefix(65_536))
            return .success(reply)
        },
        .onCall(
            "four-providers-at-most", "asks no more than four service providers", ["AE-SP-001", "AE-SP-004"],
            .setRequestorServiceProviders
        ) { _, call in [call.with("urls", .array(Array((call["urls"]?.arrayValue ?? []).prefix(4))))] },
        .mutant(
            "four-authorizations-at-most", "keeps the authorizations of four resources",
            ["AE-STO-006", "AE-GETZ-006", "AE-STO-002"]
        ) { _, mutation in
            let kept = Kept<[String]>([])
            mutation.alterStorage { storage in
                storage.loads = { key in
                    guard key.contains("/authorization/") else { return true }
                    return kept.change { kept in
                        if !kept.contains(key) { kept.append(key) }
                        return kept.suffix(4).contains(key)
                    }
                }
            }
        },
        .mutant(
            "four-authorizations-under-way", "loses what is asked while four authorizations are under way",
            ["AE-CHKZ-007", "AE-GETZ-020"]
        ) { stage, mutation in
            let asked = Kept(0)
            mutation.call = { call in
                guard call["resource"] != nil else { return [call] }
                let answered = stage.countCallbacks(.setToken) + stage.countCallbacks(.tokenRequestFailed)
                return asked.change { asked in
                    guard asked - answered < 4 else { return [] }
                    asked += 1
                    return [call]
                }
            }
        },
        .mutant(
            "second-equal-call-is-lost", "answers only one of two equal authorizations at once", ["AE-CHKZ-007"]
        ) { stage, mutation in
            let asked = Kept<Set<String>>([])
            mutation.call = { call in
                guard let resource = call["resource"]?.stringValue else { return [call] }
                return asked.change { $0.insert(resource).inserted } ? [call] : []
            }
            mutation.callback = { callback in
                if let resource = callback["resource"]?.stringValue { asked.change { _ = $0.remove(resource) } }
                return [callback]
            }
        },
        .mutant(
            "denial-ends-all", "fails every authorization under way when one is denied", ["AE-GETZ-020", "AE-TOK-002"]
        ) { _, mutation in
            let waiting = Kept<[String]>([])
            mutation.call = { call in
                if let resource = call["resource"]?.stringValue { waiting.change { $0.append(resource) } }
                return [call]
            }
            mutation.callback = { callback in
                guard let resource = callback["resource"]?.stringValue else { return [callback] }
                let others = waiting.change { waiting -> [String]? in
                    guard waiting.contains(resource) else { return nil }
                    defer { waiting.removeAll { callback.selector == .tokenRequestFailed || $0 == resource } }
                    return waiting.filter { $0 != resource }
                }
                guard let others else { return [] }
                guard callback.selector == .tokenRequestFailed else { return [callback] }
                return [callback] + others.map { callback.with("resource", .string($0)) }
            }
        },
        .mutant(
            "authorizations-of-any-mvpd", "uses the authorization of another MVPD", ["AE-STO-010", "AE-SP-008"]
        ) { stage, mutation in
            mutation.repeatAnswers(to: "/authorize") { _ in stage.resource }
        },
    ]
}

extension Message {
    /// The same with every text in its arguments changed, but for tokens and URLs.
    fileprivate func changingTexts(_ change: (String) -> String) -> Message {
        guard [.displayProviderDialog, .selectedProvider, .tokenRequestFailed, .setMetadataStatus].contains(selector)
        else { return self }
        var changed = self
        for index in changed.arguments.indices
        where !["resource", "key", "arguments"].contains(changed.arguments[index].name) {
            changed.arguments[index].value = changed.arguments[index].value.changingTexts(change)
        }
        return changed
    }
}

extension Value {
    fileprivate func changingTexts(_ change: (String) -> String) -> Value {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let items): .array(items.map { $0.changingTexts(change) })
        case .object(let members): .object(members.mapValues { $0.changingTexts(change) })
        default: self
        }
    }
}
