internal import Cryptography
internal import Documents
internal import Encodings

/// What AccessEnabler remembers: tokens in buckets, the MVPD of each programmer, and the device.
///
/// The media token has no place here (AE-STO-008).
struct TokenStore: Sendable {
    /// What the applications of the device share, as far as the platform has that (AE-STO-003, AE-STO-004).
    let storage: any TokenStorage
    /// What only this application sees (AE-STO-014).
    var ownStorage: any TokenStorage = MemoryTokenStorage()

    private func place(_ bucket: TokenBucket) -> any TokenStorage {
        bucket.isOwn ? ownStorage : storage
    }

    // MARK: - Authentication

    func authentication(_ bucket: TokenBucket) -> StoredAuthentication? {
        place(bucket).load(Key.authentication(bucket)).flatMap(StoredAuthentication.init(reading:))
    }

    /// Whether there is any, whoever's it is: most often there is none, and then no MVPD has to be looked up.
    var holdsAuthentications: Bool {
        storage.keys().contains(where: Key.isAuthentication) || ownStorage.keys().contains(where: Key.isAuthentication)
    }

    func store(_ authentication: StoredAuthentication, _ bucket: TokenBucket) {
        place(bucket).store(authentication.bytes, for: Key.authentication(bucket))
    }

    /// Removes the authentication and the authorizations that were obtained with it (AE-STO-030).
    func removeAuthentication(_ bucket: TokenBucket) {
        let place = place(bucket)
        for key in place.keys() where key.hasPrefix(Key.prefix(bucket)) { place.remove(key) }
    }

    /// Removes every authentication that is kept where this bucket is, and what was obtained with it.
    func removeAuthentications(beside bucket: TokenBucket) {
        let place = place(bucket)
        for key in place.keys() where key.hasPrefix("tokens/") { place.remove(key) }
    }

    /// The buckets of this programmer that have an authentication token, since 1.7.
    func authenticatedBuckets(of requestor: String) -> [TokenBucket] {
        Self.buckets(in: storage).filter { $0.programmer == requestor }
    }

    /// What releases before 1.7 have left: everybody's token, and what is this application's own.
    func authenticationsOfEarlierReleases() -> [(TokenBucket, StoredAuthentication)] {
        let own = Self.buckets(in: ownStorage).map { bucket in
            TokenBucket(programmer: bucket.programmer, mvpd: bucket.mvpd, isOwn: true)
        }
        return (Self.buckets(in: storage).filter { $0.programmer == nil } + own).compactMap { bucket in
            authentication(bucket).map { (bucket, $0) }
        }
    }

    private static func buckets(in storage: any TokenStorage) -> [TokenBucket] {
        storage.keys().filter(Key.isAuthentication).sorted().compactMap(Key.bucket)
    }

    // MARK: - Authorization

    func authorization(_ bucket: TokenBucket, _ resource: String) -> String? {
        place(bucket).load(Key.authorization(bucket, resource)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Replaces what was there for the resource (AE-STO-005, AE-STO-007).
    func store(authorization token: String, _ bucket: TokenBucket, _ resource: String) {
        place(bucket).store(Array(token.utf8), for: Key.authorization(bucket, resource))
    }

    // MARK: - The selected MVPD

    /// The MVPD of the programmer's last successful login.
    func currentMVPD(_ requestor: String) -> String? {
        storage.load(Key.current(requestor)).map { String(decoding: $0, as: UTF8.self) }
    }

    func setCurrentMVPD(_ mvpd: String, _ requestor: String) {
        storage.store(Array(mvpd.utf8), for: Key.current(requestor))
    }

    /// Forgets which MVPD the programmer uses, and no token (AE-SEL-009, AE-SEL-010).
    func eraseCurrentMVPD(_ requestor: String) {
        storage.remove(Key.current(requestor))
    }

    // MARK: - The registered client

    /// By the statement that it was registered with, at that provider; this application's own.
    func client(_ provider: ServiceProvider, statement: String) -> ServiceAccess.Client? {
        guard let bytes = ownStorage.load(Key.client(provider, statement)) else { return nil }
        return ServiceAccess.Client(reading: bytes)
    }

    func store(_ client: ServiceAccess.Client, _ provider: ServiceProvider, statement: String) {
        let document: JSON = ["client_id": .string(client.id), "client_secret": .string(client.secret)]
        ownStorage.store(document.compact, for: Key.client(provider, statement))
    }

    func removeClient(_ provider: ServiceProvider, statement: String) {
        ownStorage.remove(Key.client(provider, statement))
    }

    // MARK: - The whole

    /// Forgets every programmer and MVPD (AE-LOG-007); the device and its applications stay what they are.
    func clear() {
        for place in [storage, ownStorage] {
            for key in place.keys() where key != Key.device && !Key.isClient(key) { place.remove(key) }
        }
    }

    /// Writes over every authorization what nobody can read.
    func damageAuthorizations() {
        for place in [storage, ownStorage] {
            for key in place.keys() where key.contains("/authorization/") {
                place.store(Array("damaged".utf8), for: key)
            }
        }
    }

    /// The device's ID; `create` makes one when the storage has none.
    func deviceID(create: () -> String) -> String {
        if let known = storage.load(Key.device) { return String(decoding: known, as: UTF8.self) }
        let made = create()
        storage.store(Array(made.utf8), for: Key.device)
        return made
    }

    enum Key {
        static let device = "device"

        static func current(_ requestor: String) -> String {
            "current/\(PercentEncoding.encode(requestor))"
        }

        /// An asterisk stands for everybody; the name of a programmer cannot be one, because it is encoded.
        static func prefix(_ bucket: TokenBucket) -> String {
            let programmer = bucket.programmer.map(PercentEncoding.encode) ?? "*"
            return "tokens/\(programmer)/\(PercentEncoding.encode(bucket.mvpd))/"
        }

        static func authentication(_ bucket: TokenBucket) -> String {
            prefix(bucket) + "authentication"
        }

        static func client(_ provider: ServiceProvider, _ statement: String) -> String {
            "client/" + Hex.encode(Digest.sha256(Array("\(provider) \(statement)".utf8)))
        }

        static func isClient(_ key: String) -> Bool { key.hasPrefix("client/") }

        static func isAuthentication(_ key: String) -> Bool {
            key.hasPrefix("tokens/") && key.hasSuffix("/authentication")
        }

        /// By digest, because a resource may be a whole media-RSS document.
        static func authorization(_ bucket: TokenBucket, _ resource: String) -> String {
            prefix(bucket) + "authorization/" + Hex.encode(Digest.sha256(Array(resource.utf8)))
        }

        /// The bucket of the key of an authentication; nil for other keys.
        static func bucket(_ key: String) -> TokenBucket? {
            let parts = key.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == "tokens", parts[3] == "authentication",
                let mvpd = PercentEncoding.decodeStrictly(parts[2])
            else { return nil }
            guard parts[1] != "*" else { return TokenBucket(programmer: nil, mvpd: mvpd) }
            return PercentEncoding.decodeStrictly(parts[1]).map { TokenBucket(programmer: $0, mvpd: mvpd) }
        }
    }
}

/// An authentication token with what came with it.
struct StoredAuthentication: Sendable, Hashable {
    var token: String
    /// The registration code of the login: by it the service knows the session again (AE-REQ-014).
    var registrationCode: String?
    /// The user metadata of the login, as the JSON text it came in.
    var userMetadata: String?
    /// Whether the login was that of the device's account (AE-LOG-009).
    var isFromPlatform = false
}

extension StoredAuthentication {
    init?(reading bytes: [UInt8]) {
        guard let document = try? JSON.parse(bytes), let token = document["token"]?.string else { return nil }
        self.init(
            token: token, registrationCode: document["registrationCode"]?.string,
            userMetadata: document["userMetadata"]?.string,
            isFromPlatform: document["isFromPlatform"]?.bool ?? false)
    }

    var bytes: [UInt8] {
        var members: JSONObject = ["token": .string(token)]
        members["registrationCode"] = registrationCode.map(JSON.string)
        members["userMetadata"] = userMetadata.map(JSON.string)
        if isFromPlatform { members["isFromPlatform"] = true }
        return JSON.object(members).compact
    }
}
