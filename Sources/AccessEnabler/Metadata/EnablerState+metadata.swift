internal import AccessEnablerAPI
internal import Documents
internal import Timing
internal import Tokens

/// getMetadata, answered from what the logins brought (AE-META-001).
extension EnablerState {
    mutating func tellMetadata(_ keys: Value.Members) {
        let operation = keys[MetadataKey.operation] ?? .null
        var isEncrypted = false
        let metadata: Value
        switch operation.stringValue {
        case MetadataKey.authentication:
            metadata = .string(validAuthentication()?.login.expires.printed ?? "")  // AE-META-002
        case MetadataKey.authorization:
            metadata = .string(authorizationExpiry(keys[MetadataKey.resource]?.stringValue) ?? "")  // AE-META-003
        case MetadataKey.userMetadata:
            (metadata, isEncrypted) = userMetadata(keys[MetadataKey.userMetadataName]?.stringValue)  // AE-META-005
        default:
            // The device ID is withheld unless Adobe enables it (AE-META-004).
            metadata = ""
        }
        callBack(
            .setMetadataStatus(metadata, encrypted: isEncrypted, key: operation, arguments: keys))  // AE-META-009
    }

    private func authorizationExpiry(_ resource: String?) -> String? {
        guard let resource, let held = validAuthentication(),
            let text = store.authorization(bucket(of: held.mvpd), resource),
            let authorization = wire.readAuthorization(text), authorization.expires.milliseconds > now
        else { return nil }
        return authorization.expires.printed
    }

    /// The bare value (AE-META-018); null where there is none (AE-META-019).
    private func userMetadata(_ name: String?) -> (Value, isEncrypted: Bool) {
        guard let name, let text = validAuthentication()?.stored.userMetadata, let document = try? JSON.parse(text),
            let value = document["data"]?[name]
        else { return (.null, false) }
        let encrypted = document["encrypted"]?.array?.contains(.string(name)) ?? false
        return (Value(value), encrypted)
    }
}

/// The symbols of the query; their numeric values are not public.
enum MetadataKey {
    static let operation = "METADATA_OPCODE_KEY"
    static let resource = "METADATA_RESOURCE_ID_KEY"
    static let userMetadataName = "METADATA_USER_META_KEY"
    static let authentication = "METADATA_AUTHENTICATION"
    static let authorization = "METADATA_AUTHORIZATION"
    static let userMetadata = "METADATA_USER_META"
}

extension WallTime {
    /// As the tokens print it.
    fileprivate var printed: String {
        TokenDate(self, form: .expiry).text
    }
}
