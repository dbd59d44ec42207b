internal import Cryptography
internal import Documents

/// What AccessEnabler remembers: programmer, then MVPD, then tokens (AE-STO-010, AE-STO-015).
///
/// The media token has no place here (AE-STO-008).
struct TokenStore: Sendable {
    let storage: any TokenStorage

    // MARK: - Authentication

    func authentication(_ requestor: String, _ mvpd: String) -> StoredAuthentication? {
        storage.load(Key.authentication(requestor, mvpd)).flatMap(StoredAuthentication.init(reading:))
    }

    func store(_ authentication: StoredAuthentication, _ requestor: String, _ mvpd: String) {
        storage.store(authentication.bytes, for: Key.authentication(requestor, mvpd))
    }

    /// Removes the authentication and the authorizations that were obtained with it (AE-STO-030).
    func removeAuthentication(_ requestor: String, _ mvpd: String) {
        for key in storage.keys() where key.hasPrefix(Key.bucket(requestor, mvpd)) { storage.remove(key) }
    }

    /// Removes all authentications, and what was obtained with them.
    func removeAuthentications() {
        for key in storage.keys() where key.hasPrefix("tokens/") { storage.remove(key) }
    }

    /// The MVPDs that this programmer has an authentication token of.
    func authenticatedMVPDs(_ requestor: String) -> [String] {
        storage.keys().compactMap { key in
            let parts = key.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0] == "tokens", parts[1] == PercentEncoding.encode(requestor),
                parts[3] == "authentication"
            else { return nil }
            return PercentEncoding.decode(parts[2])
        }.sorted()
    }

    // MARK: - Authorization

    func authorization(_ requestor: String, _ mvpd: String, _ resource: String) -> String? {
        storage.load(Key.authorization(requestor, mvpd, resource)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Replaces what was there for the resource (AE-STO-005, AE-STO-007).
    func store(authorization token: String, _ requestor: String, _ mvpd: String, _ resource: String) {
        storage.store(Array(token.utf8), for: Key.authorization(requestor, mvpd, resource))
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

    // MARK: - The whole

    /// Forgets every programmer and MVPD (AE-LOG-007); the device stays the one it is.
    func clear() {
        for key in storage.keys() where key != Key.device { storage.remove(key) }
    }

    /// Writes over every authorization what nobody can read.
    func damageAuthorizations() {
        for key in storage.keys() where key.contains("/authorization/") {
            storage.store(Array("damaged".utf8), for: key)
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

        static func bucket(_ requestor: String, _ mvpd: String) -> String {
            "tokens/\(PercentEncoding.encode(requestor))/\(PercentEncoding.encode(mvpd))/"
        }

        static func authentication(_ requestor: String, _ mvpd: String) -> String {
            bucket(requestor, mvpd) + "authentication"
        }

        /// By digest, because a resource may be a whole media-RSS document.
        static func authorization(_ requestor: String, _ mvpd: String, _ resource: String) -> String {
            bucket(requestor, mvpd) + "authorization/" + Hex.encode(Digest.sha256(Array(resource.utf8)))
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

    init(token: String, registrationCode: String?, userMetadata: String?) {
        self.token = token
        self.registrationCode = registrationCode
        self.userMetadata = userMetadata
    }

    init?(reading bytes: [UInt8]) {
        guard let document = try? JSON.parse(bytes), let token = document["token"]?.string else { return nil }
        self.init(
            token: token, registrationCode: document["registrationCode"]?.string,
            userMetadata: document["userMetadata"]?.string)
        isFromPlatform = document["isFromPlatform"]?.bool ?? false
    }

    var bytes: [UInt8] {
        var members: JSONObject = ["token": .string(token)]
        members["registrationCode"] = registrationCode.map(JSON.string)
        members["userMetadata"] = userMetadata.map(JSON.string)
        if isFromPlatform { members["isFromPlatform"] = true }
        return JSON.object(members).compact
    }
}
