internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with tokens of other devices, and with those of other programmers.
extension Mutant {
    static let devices: [Mutant] = [
        .onReply(
            "device-blind", "uses tokens of other devices as its own",
            ["AE-DEV-006", "AE-DEV-008", "AE-DEV-010", "AE-STO-021"], to: "/session"
        ) { _, outcome in
            outcome.changingText(withoutFingerprint)
        },
        .onCallback(
            "foreign-token-is-silent", "reports nothing where the token is of another device", ["AE-DEV-006"]
        ) { stage, callback in
            switch callback.selector {
            case .setAuthenticationStatus where stage.lastCall == .handleExternalURL && callback["status"] == 0: []
            case .tokenRequestFailed where stage.lastCall == .checkAuthorization: []
            default: [callback]
            }
        },
        .changeRequests(
            "another-device-authorizes", "names another device when it asks for an authorization",
            ["AE-DEV-002", "AE-DEV-003", "AE-DEV-008"], to: "/adobe-services/authorize"
        ) { _, request in
            request.headers = request.headers.map { header in
                switch header.name {
                case "ap_21": .init("ap_21", "another-device")
                // "another" in Base64.
                case "AP-Device-Identifier": .init(header.name, "fingerprint YW5vdGhlcg==")
                default: header
                }
            }
            request.changeFields { $0.map { $0.hasPrefix("device_id=") ? "device_id=another-device" : $0 } }
        },
        .mutant(
            "one-bucket-for-programmers", "lets a programmer use the tokens of another",
            ["AE-STO-010"]
        ) { stage, mutation in
            mutation.environment = { $0.storage = SharedBuckets(base: $0.storage, stage: stage) }
            // The service would say that this programmer has no such login, and it would be forgotten.
            mutation.reply = { request, outcome in
                request.path.hasSuffix("/session") && stage.lastCall == .setRequestorServiceProviders
                    ? .failure(NetworkFailure(.interrupted, "the reply was lost")) : outcome
            }
        },
        .changeEnvironment(
            "sanitizer-removes-all", "removes the tokens of this device, too, when setRequestor is called again",
            ["AE-STO-020", "AE-STO-022"]
        ) { stage, environment in
            let base = environment.storage
            environment.storage = AlteredStorage(
                base,
                loads: { key in
                    guard key.hasSuffix("/authentication"), !stage.isConfigured else { return true }
                    base.forget { $0.hasPrefix("tokens/") }
                    return true
                })
        },
    ]

    /// A token that names no device is bound to none.
    private static func withoutFingerprint(_ text: String) -> String {
        // The token is text within the reply, so its own markup is escaped.
        let forms = [
            ("&lt;simpleTokenFingerprint&gt;", "&lt;/simpleTokenFingerprint&gt;"),
            ("<simpleTokenFingerprint>", "</simpleTokenFingerprint>"),
        ]
        for (open, close) in forms {
            guard let start = text.firstRange(of: open),
                let end = text[start.upperBound...].firstRange(of: close)
            else { continue }
            return String(text[..<start.upperBound] + text[end.lowerBound...])
        }
        return text
    }
}

/// Buckets of tokens that all programmers share.
private struct SharedBuckets: TokenStorage {
    let base: any TokenStorage
    let stage: Stage

    func load(_ key: String) -> [UInt8]? { base.load(shared(key)) }
    func store(_ value: [UInt8], for key: String) -> Bool { base.store(value, for: shared(key)) }
    func remove(_ key: String) { base.remove(shared(key)) }

    /// As the present programmer sees them.
    func keys() -> [String] {
        base.keys().map { key in
            key.hasPrefix("tokens/*/") ? "tokens/\(stage.requestor)/" + key.dropFirst("tokens/*/".count) : key
        }
    }

    private func shared(_ key: String) -> String {
        guard key.hasPrefix("tokens/") else { return key }
        return "tokens/*/" + key.dropFirst("tokens/".count).drop { $0 != "/" }.dropFirst()
    }
}
