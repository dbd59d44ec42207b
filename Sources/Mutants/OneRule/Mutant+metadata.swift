internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong answers to getMetadata.
extension Mutant {
    static let metadata: [Mutant] = [
        .mutant("metadata-is-silent", "does not answer getMetadata", ["AE-META-001", "AE-META-022"]) { _, mutation in
            mutation.onCallback(.setMetadataStatus) { _ in [] }
        },
        .mutant("metadata-twice", "answers getMetadata twice", ["AE-META-022"]) { _, mutation in
            mutation.onCallback(.setMetadataStatus) { [$0, $0] }
        },
        .mutant(
            "metadata-without-arguments", "does not return the question of getMetadata", ["AE-META-009", "AE-META-023"]
        ) {
            _, mutation in
            mutation.onCallback(.setMetadataStatus) { [$0.with("arguments", [:])] }
        },
        .mutant("metadata-with-another-key", "returns another key than that of the question", ["AE-META-010"]) {
            _, mutation in
            mutation.onCallback(.setMetadataStatus) { [$0.with("key", "METADATA_DEVICE_ID")] }
        },
        .mutant("static-metadata-encrypted", "says that static metadata is encrypted", ["AE-META-008"]) { _, mutation in
            mutation.onCallback(.setMetadataStatus) {
                $0["key"] == "METADATA_USER_META" ? [$0] : [$0.with("encrypted", true)]
            }
        },
        .mutant("encryption-is-hidden", "says that encrypted metadata is not", ["AE-META-011"]) { _, mutation in
            mutation.onCallback(.setMetadataStatus) { [$0.with("encrypted", false)] }
        },
        .mutant("static-metadata-is-a-number", "delivers static metadata as a number", ["AE-META-006"]) { _, mutation in
            mutation.onCallback(.setMetadataStatus) {
                $0["key"] == "METADATA_USER_META" ? [$0] : [$0.with("metadata", 1_800_000_000)]
            }
        },
        .mutant(
            "expiry-is-wrong", "reports another expiry than the token's", ["AE-META-002", "AE-META-003", "AE-META-020"]
        ) {
            _, mutation in
            mutation.onCallback(.setMetadataStatus) { callback in
                let isStatic = callback["key"] != "METADATA_USER_META" && callback["metadata"] != ""
                return [isStatic ? callback.with("metadata", "2001/01/01 00:00:00 GMT +0000") : callback]
            }
        },
        .mutant(
            "authorization-expiry-is-made-up", "reports an expiry of authorizations that is none of a token's",
            ["AE-STO-031", "AE-META-003"]
        ) { _, mutation in
            mutation.onCallback(.setMetadataStatus) {
                $0["key"] == "METADATA_AUTHORIZATION" && $0["metadata"] != ""
                    ? [$0.with("metadata", "2001/01/01 00:00:00 GMT +0000")] : [$0]
            }
        },
        .mutant(
            "user-metadata-is-text", "delivers user metadata as the text it came in", ["AE-META-007", "AE-META-014"]
        ) {
            _, mutation in
            mutation.onCallback(.setMetadataStatus) { callback in
                switch callback["metadata"] {
                case .array, .object: [callback.with("metadata", "[object]")]
                default: [callback]
                }
            }
        },
        .mutant("device-id-is-told", "tells the device ID although nobody enabled it", ["AE-META-004"]) { _, mutation in
            mutation.onCallback(.setMetadataStatus) {
                $0["key"] == "METADATA_DEVICE_ID"
                    ? [$0.with("metadata", "3f786850e387550fdab836ed7e6dc881de23001b")] : [$0]
            }
        },
        .mutant(
            "user-metadata-by-other-names", "knows user metadata only by names that are not documented",
            ["AE-META-013"]
        ) { _, mutation in
            mutation.onCallback(.setMetadataStatus) { callback in
                let name = callback["arguments"]?.objectValue?["METADATA_USER_META_KEY"]?.stringValue
                let documented = ["zip", "householdID", "maxRating", "userID", "channelID"]
                return [name.map(documented.contains) ?? false ? callback.with("metadata", .null) : callback]
            }
        },
        .mutant("user-metadata-is-lost", "knows no user metadata", ["AE-META-005"]) { _, mutation in
            mutation.onCallback(.setMetadataStatus) {
                $0["key"] == "METADATA_USER_META" ? [$0.with("metadata", .null)] : [$0]
            }
        },
    ]
}
