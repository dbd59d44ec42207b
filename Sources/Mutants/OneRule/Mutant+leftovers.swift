internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// What is left over from the phase or the flow before, and what overlaps with it.
extension Mutant {
    static let leftovers: [Mutant] = [
        .mutant(
            "older-configuration-wins", "keeps the first of two configurations that overlap",
            ["AE-DPD-002", "AE-REQ-013", "AE-SP-004"]
        ) { stage, mutation in
            let first = Kept<NetworkReply?>(nil)
            let overlaps = Kept(false)
            mutation.call = { call in
                guard call.selector.configures else { return [call] }
                let asked = stage.count(of: call.selector)
                overlaps.value = asked > 0 && asked > stage.countCallbacks(.setRequestorComplete)
                return [call]
            }
            mutation.reply = { request, outcome in
                guard request.isConfiguration, case .success(let reply) = outcome else { return outcome }
                guard let known = first.value, overlaps.value else {
                    first.value = reply
                    return outcome
                }
                return .success(known)
            }
        },
        .mutant(
            "queue-runs-in-the-first-phase", "serves a call in the configuration before the one it was made after",
            ["AE-Q-001", "AE-DPD-002"]
        ) { stage, mutation in
            // The second setRequestor comes when the first is over.
            let waiting = Kept<[Message]>([])
            mutation.call = { call in
                guard call.selector.configures, stage.isConfiguring else { return [call] }
                waiting.change { $0.append(call) }
                return []
            }
            mutation.onCallback(.setRequestorComplete) { callback in
                for call in waiting.value { stage.call(call) }
                waiting.value = []
                return [callback]
            }
        },
        .mutant("lists-grow", "keeps the MVPDs of former configurations", ["AE-DPD-002", "AE-SP-004"]) { _, mutation in
            let known = Kept<[MVPD]>([])
            mutation.onCallback(.displayProviderDialog) { callback in
                let shown = callback["mvpds"]?.arrayValue?.compactMap { MVPD($0) } ?? []
                let all = known.change { known in
                    known += shown.filter { mvpd in !known.contains { $0.id == mvpd.id } }
                    return known
                }
                return [callback.with("mvpds", .array(all.map(\.value)))]
            }
        },
        .mutant(
            "failed-provider-is-given-up", "asks a provider that failed once no more", ["AE-SP-001", "AE-SP-004"]
        ) { stage, mutation in
            let failed = Kept<Set<String>>([])
            mutation.reply = { request, outcome in
                guard request.isConfiguration else { return outcome }
                if case .success(let reply) = outcome, reply.status == 200 { return outcome }
                failed.change { urls in _ = urls.insert(request.url) }
                return outcome
            }
            mutation.interpose { request, base, completion in
                guard failed.value.contains(request.url) else { return base.send(request, completion: completion) }
                completion(.failure(NetworkFailure(.interrupted, "not asked")))
                return Cancellation()
            }
        },
        .mutant(
            "fails-over", "asks another provider where that of the MVPD fails", ["AE-SP-008", "AE-SP-009"]
        ) { stage, mutation in
            mutation.interpose { request, base, completion in
                base.send(request) { outcome in
                    if case .success(let reply) = outcome, reply.status < 500 { return completion(outcome) }
                    guard !request.isConfiguration, let url = stage.elsewhere(request.url) else {
                        return completion(outcome)
                    }
                    var other = request
                    other.url = url
                    _ = base.send(other, completion: completion)
                }
            }
        },
        .mutant(
            "first-failure-ends-the-phase", "reports a failed configuration as soon as one provider fails",
            ["AE-REQ-008", "AE-SP-015"]
        ) { stage, mutation in
            let hasFailed = Kept(false)
            mutation.reply = { request, outcome in
                guard request.isConfiguration else { return outcome }
                if case .success(let reply) = outcome, reply.status == 200 { return outcome }
                if !hasFailed.value {
                    hasFailed.value = true
                    stage.tell(.requestorComplete(.error))
                }
                return outcome
            }
            mutation.onCallback(.setRequestorComplete) { hasFailed.value ? [] : [$0] }
        },
        .mutant(
            "failed-configuration-logs-out", "forgets the login when a configuration fails", ["AE-STO-001"]
        ) { stage, mutation in
            let storage = Kept<(any TokenStorage)?>(nil)
            mutation.environment = { storage.value = $0.storage }
            mutation.onCallback(.setRequestorComplete) { callback in
                if callback["status"] == 0 { storage.value?.forget { $0.hasPrefix("tokens/") } }
                return [callback]
            }
        },
        .mutant(
            "trouble-is-a-logout", "forgets the login when the service answers with an error or not at all",
            ["AE-STO-001", "AE-REQ-015"]
        ) { stage, mutation in
            let storage = Kept<(any TokenStorage)?>(nil)
            mutation.environment = { storage.value = $0.storage }
            mutation.reply = { request, outcome in
                guard !request.isConfiguration, stage.hasSucceeded else { return outcome }
                if case .success(let reply) = outcome, reply.status == 200 { return outcome }
                storage.value?.forget { $0.hasPrefix("tokens/") }
                return outcome
            }
        },
        .mutant(
            "failure-clears-authorizations", "forgets all authorizations when one request fails", ["AE-GETZ-006"]
        ) { stage, mutation in
            let storage = Kept<(any TokenStorage)?>(nil)
            mutation.environment = { storage.value = $0.storage }
            mutation.onCallback(.tokenRequestFailed) { callback in
                storage.value?.forget { $0.contains("/authorization/") }
                return [callback]
            }
        },
        .mutant(
            "queue-is-served-again", "serves the calls that waited for one configuration again after the next",
            ["AE-CHKN-005", "AE-CHKZ-007"]
        ) { stage, mutation in
            let waited = Kept<[Message]>([])
            mutation.call = { call in
                if !call.selector.configures, stage.isConfiguring { waited.change { $0.append(call) } }
                return [call]
            }
            mutation.onCallback(.setRequestorComplete) { callback in
                if stage.countCallbacks(.setRequestorComplete) > 0 { for call in waited.value { stage.call(call) } }
                return [callback]
            }
        },
        .mutant("queue-holds-four", "keeps no more than four calls until it is configured", ["AE-Q-001"]) {
            stage, mutation in
            let waited = Kept(0)
            mutation.call = { call in
                guard !call.selector.configures, stage.isConfiguring else { return [call] }
                return waited.change { count in
                    count += 1
                    return count > 4 ? [] : [call]
                }
            }
        },
        .mutant(
            "metadata-outlives-logout", "delivers metadata of the user after the logout", ["AE-LOG-007", "AE-META-020"]
        ) { stage, mutation in
            let told = Kept<Value.Members>([:])
            mutation.onCallback(.setMetadataStatus) { callback in
                let question = String(describing: callback["arguments"] ?? .null)
                guard let metadata = callback["metadata"] else { return [callback] }
                if metadata.isNull || metadata == "" {
                    return [told.value[question].map { callback.with("metadata", $0) } ?? callback]
                }
                told.change { $0[question] = metadata }
                return [callback]
            }
        },
        .mutant(
            "metadata-of-logins-only", "keeps no metadata of the user that comes with an authorization", ["AE-META-024"]
        ) { stage, mutation in
            // With REST API v2 it is in the profile, which is looked at again.
            mutation.reply = { request, outcome in
                stage.resource != nil && request.looksForProfile
                    ? .failure(NetworkFailure(.interrupted, "the reply was lost")) : outcome
            }
            mutation.changeRequests("/authorize") { $0.changeBody { $0.replacing("userMeta=1", with: "userMeta=0") } }
        },
        .changeConfiguration(
            "plain-constructor-checks", "checks the storage although the application did not ask for it",
            ["AE-INIT-007"]
        ) { _, configuration in configuration.storageCheck = configuration.storageCheck ?? .all },
    ]
}
