internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong answers to getMetadata.
extension Mutant {
    static let metadata: [Mutant] = [
        .onCallback(
            "metadata-is-silent", "does not answer getMetadata", ["AE-META-001", "AE-META-022"], .setMetadataStatus
        ) { _, _ in [] },
        .onCallback("metadata-twice", "answers getMetadata twice", ["AE-META-022"], .setMetadataStatus) { _, callback in
            [callback, callback]
        },
        .onCallback(
            "metadata-without-arguments", "does not return the question of getMetadata",
            ["AE-META-009", "AE-META-023"],
            .setMetadataStatus
        ) { _, callback in [callback.with("arguments", [:])] },
        .onCallback(
            "metadata-with-known-keys-only", "returns the question without the keys that it does not know",
            ["AE-META-009", "AE-META-023"], .setMetadataStatus
        ) { _, callback in
            let question = callback["arguments"]?.objectValue ?? [:]
            return [callback.with("arguments", .object(.init(question.filter { $0.key.hasPrefix("METADATA_") })))]
        },
        .onCallback(
            "metadata-with-another-key", "returns another key than that of the question", ["AE-META-010"],
            .setMetadataStatus
        ) { _, callback in [callback.with("key", "METADATA_DEVICE_ID")] },
        .onCallback(
            "static-metadata-encrypted", "delivers static metadata encrypted", ["AE-META-008"], .setMetadataStatus
        ) { _, callback in
            let isStatic = callback["key"] != "METADATA_USER_META" && callback["metadata"] != ""
            return [isStatic ? callback.with("encrypted", true).with("metadata", "c2VjcmV0IHRleHQ=") : callback]
        },
        .onCallback(
            "encryption-is-hidden", "says that encrypted metadata is not", ["AE-META-011"], .setMetadataStatus
        ) { _, callback in [callback.with("encrypted", false)] },
        .onCallback(
            "static-metadata-is-a-number", "delivers static metadata as a number", ["AE-META-006"], .setMetadataStatus
        ) { _, callback in
            callback["key"] == "METADATA_USER_META" ? [callback] : [callback.with("metadata", 1_800_000_000)]
        },
        .onCallback(
            "expiry-is-wrong", "reports another expiry than the token's",
            ["AE-META-002", "AE-META-003", "AE-META-020"],
            .setMetadataStatus
        ) { _, callback in
            let isStatic = callback["key"] != "METADATA_USER_META" && callback["metadata"] != ""
            return [isStatic ? callback.with("metadata", "2001/01/01 00:00:00 GMT +0000") : callback]
        },
        .onCallback(
            "authorization-expiry-is-made-up", "reports an expiry of authorizations that is none of a token's",
            ["AE-STO-031", "AE-META-003"], .setMetadataStatus
        ) { _, callback in
            callback["key"] == "METADATA_AUTHORIZATION" && callback["metadata"] != ""
                ? [callback.with("metadata", "2001/01/01 00:00:00 GMT +0000")] : [callback]
        },
        .mutant(
            "expiry-of-the-last-authorization", "reports the expiry of the last authorization for every resource",
            ["AE-META-003"]
        ) { stage, mutation in
            let asked = Kept<[Value]>([])
            mutation.onCall(.getMetadata) { call in
                guard let question = call["keyDictionary"], let resource = stage.resource,
                    question.objectValue?["METADATA_RESOURCE_ID_KEY"] != nil
                else { return [call] }
                asked.change { $0.append(question) }
                return [call.changingMembers("keyDictionary") { $0["METADATA_RESOURCE_ID_KEY"] = .string(resource) }]
            }
            mutation.onCallback(.setMetadataStatus) { callback in
                guard callback["key"] == "METADATA_AUTHORIZATION" else { return [callback] }
                let question: Value? = asked.change { $0.isEmpty ? nil : $0.removeFirst() }
                return [question.map { callback.with("arguments", $0) } ?? callback]
            }
        },
        .onCallback(
            "user-metadata-is-text", "delivers user metadata as the text it came in", ["AE-META-007", "AE-META-014"],
            .setMetadataStatus
        ) { _, callback in
            switch callback["metadata"] {
            case .array, .object: [callback.with("metadata", "[object]")]
            default: [callback]
            }
        },
        .onCallback(
            "device-id-is-told", "tells the device ID although nobody enabled it", ["AE-META-004"], .setMetadataStatus
        ) { _, callback in
            callback["key"] == "METADATA_DEVICE_ID"
                ? [callback.with("metadata", "3f786850e387550fdab836ed7e6dc881de23001b")] : [callback]
        },
        .onCallback(
            "user-metadata-by-other-names", "knows user metadata only by names that are not documented",
            ["AE-META-013"], .setMetadataStatus
        ) { _, callback in
            let name = callback["arguments"]?.objectValue?["METADATA_USER_META_KEY"]?.stringValue
            let documented = ["zip", "householdID", "maxRating", "userID", "channelID"]
            return [name.map(documented.contains) ?? false ? callback.with("metadata", .null) : callback]
        },
        .mutant(
            "user-metadata-is-kept", "keeps the user metadata of the login before where the next one brings none",
            ["AE-META-005"]
        ) { stage, mutation in
            let known = Kept<[String: Value]>([:])
            mutation.onCallback(.setMetadataStatus) { callback in
                guard let name = callback["arguments"]?.objectValue?["METADATA_USER_META_KEY"]?.stringValue else {
                    return [callback]
                }
                let key = "\(stage.count(of: .logout)) \(name)"
                guard let told = callback["metadata"], !told.isNull else {
                    return [callback.with("metadata", known.value[key] ?? .null)]
                }
                known.change { $0[key] = told }
                return [callback]
            }
        },
        .onCallback(
            "user-metadata-is-lost", "knows no user metadata", ["AE-META-005"], .setMetadataStatus
        ) { _, callback in callback["key"] == "METADATA_USER_META" ? [callback.with("metadata", .null)] : [callback] },
    ]
}
