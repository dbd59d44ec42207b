internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping
internal import Timing
internal import Tokens

/// Other answers to getMetadata and to preauthorizations.
extension Variant {
    private static let form = "the form of an instant is not documented"

    static let metadata: [Variant] = [
        Variant("expiry-in-seconds", "writes instants as seconds since 1970", because: form, ["A-27"]) { _, mutation in
            mutation.changeExpiry { String($0.milliseconds / 1_000) }
        },
        Variant("expiry-in-milliseconds", "writes instants as milliseconds since 1970", because: form, ["A-27"]) {
            _, mutation in
            mutation.changeExpiry { String($0.milliseconds) }
        },
        Variant("expiry-as-iso-8601", "writes instants as ISO 8601 has them", because: form, ["A-27"]) { _, mutation in
            mutation.changeExpiry { $0.text.replacing(" UTC", with: "Z").replacing(" ", with: "T") }
        },
        Variant("expiry-as-rfc-1123", "writes instants as HTTP has them", because: form, ["A-27"]) { _, mutation in
            mutation.changeExpiry(\.httpDate)
        },
        Variant(
            "user-metadata-wrapped", "delivers user metadata with its wrapper", because: "either may be delivered",
            ["A-34"]
        ) { _, mutation in
            mutation.wrapUserMetadata { $0 }
        },
        Variant(
            "user-metadata-says-more", "delivers user metadata with its wrapper, and further pairs in both",
            because: "either may be delivered, and nobody says that there are no other pairs", ["A-34", "AE-META-017"]
        ) { _, mutation in
            mutation.wrapUserMetadata { payload in
                var payload = payload
                payload["version"] = "1.1"
                payload["source"] = ["mvpd": true, "flows": ["authentication", "authorization"]]
                var data = payload["data"]?.objectValue ?? [:]
                data["is_hoh"] = "1"
                data["language"] = "de"
                payload["data"] = .object(data)
                return payload
            }
        },
        .onCallback(
            "absent-metadata-is-empty", "has an empty text for user metadata that there is none of",
            because: "what is delivered then is not documented", ["AE-META-019"], .setMetadataStatus
        ) { _, callback in callback["metadata"] == .null ? [callback.with("metadata", "")] : [callback] },
        .onCallback(
            "device-id-is-off", "has no device ID for getMetadata", because: "the feature is disabled by default",
            ["AE-META-004"], .setMetadataStatus
        ) { _, callback in callback["key"] == "METADATA_DEVICE_ID" ? [callback.with("metadata", .null)] : [callback] },
        Variant(
            "metadata-from-the-service", "asks the service for user metadata at each getMetadata",
            because: "network requests are neither asked nor forbidden there", ["A-67", "AE-META-001"]
        ) { stage, mutation in
            let line = CallsBehindRequests(stage)
            mutation.network = { base in
                line.connect(base)
                return base
            }
            mutation.call = { call in
                // A configuration comes from every provider, all else from the user's own.
                guard call.selector == .getMetadata, stage.isConfigured,
                    call["keyDictionary"]?.objectValue?["METADATA_OPCODE_KEY"] == "METADATA_USER_META",
                    let authorized = stage.currentRequest, !authorized.isConfiguration,
                    let device = authorized.header("ap_21")
                else { return line.take(call) }
                return line.take(
                    call,
                    after: authorized.asking(
                        "/api/v1/tokens/usermetadata", [("deviceId", device), ("requestor", stage.requestor)]))
            }
        },
        Variant(
            "metadata-on-login", "fetches user metadata after each login", because: "no document forbids it",
            ["AE-META-001"]
        ) { stage, mutation in
            mutation.sendAfterwards { request, reply in
                guard request.isSession, reply.status == 200, let device = request.header("ap_21") else { return nil }
                return request.asking(
                    "/api/v1/tokens/usermetadata", [("deviceId", device), ("requestor", stage.requestor)])
            }
        },
        .onCallback(
            "preauthorization-sorted", "lists preauthorized resources by their names",
            because: "the order of the list is not documented", ["AE-PRE-003"], .preauthorizedResources
        ) { _, callback in
            let names = callback["resources"]?.arrayValue?.compactMap(\.stringValue) ?? []
            return [callback.with("resources", .array(names.sorted().map(Value.string)))]
        },
        .onCallback(
            "preauthorization-names-each-once",
            "lists each preauthorized resource once, however often it was asked for",
            because: "the list is of resources, not of questions", ["AE-PRE-004"], .preauthorizedResources
        ) { _, callback in
            var names: [Value] = []
            for name in callback["resources"]?.arrayValue ?? [] where !names.contains(name) { names.append(name) }
            return [callback.with("resources", .array(names))]
        },
        .onCallback(
            "decisions-say-more", "adds pairs to the answers of preauthorize",
            because: "no document says that there are no others", ["AE-PRE-019", "AE-PRE-020"]
        ) { _, callback in
            let name = callback.selector == .onResponse ? "response" : "failure"
            guard [.onResponse, .onFailure].contains(callback.selector), var members = callback[name]?.objectValue
            else { return [callback] }
            members["trace"] = "0b3e5b3c-1d7a-4f59-8d27-4c3f0d5f2b11"
            if let decisions = members["decisions"]?.arrayValue {
                members["decisions"] = .array(
                    decisions.map { decision in
                        guard var pairs = decision.objectValue else { return decision }
                        pairs["source"] = "service"
                        return .object(pairs)
                    })
            }
            return [callback.with(name, .object(members))]
        },
    ]
}

extension Mutation {
    /// Delivers user metadata with its wrapper, and what is made of that.
    fileprivate mutating func wrapUserMetadata(
        _ change: @escaping @Sendable (Value.Members) -> Value.Members
    ) {
        onCallback(.setMetadataStatus) { callback in
            guard callback["key"] == "METADATA_USER_META", let value = callback["metadata"], !value.isNull else {
                return [callback]
            }
            let name = callback["arguments"]?.objectValue?["METADATA_USER_META_KEY"]?.stringValue ?? ""
            let isEncrypted = callback["encrypted"] == true
            let payload: Value.Members = [
                "updated": 1_334_243_471, "encrypted": isEncrypted ? [.string(name)] : [],
                "data": .object([name: value]),
            ]
            return [callback.with("metadata", .object(change(payload)))]
        }
    }

    /// Writes the instants of static metadata otherwise.
    fileprivate mutating func changeExpiry(_ form: @escaping @Sendable (WallTime) -> String) {
        onCallback(.setMetadataStatus) { callback in
            guard let text = callback["metadata"]?.stringValue, callback["key"] != "METADATA_USER_META",
                let date = TokenDate(text, form: .expiry)
            else { return [callback] }
            return [callback.with("metadata", .string(form(date.instant())))]
        }
    }
}
