package import Backend
package import Evidence
internal import ServiceProtocol
package import Specification

/// What the names of a case stand for in one session: values that no other session has.
///
/// A value of this session that turns up in another is proof that the two were mixed.
package struct Canaries: Sendable {
    let mark: String
    package let password: String
    package private(set) var bindings: [String: String]
    package private(set) var customScheme: String
    /// What must be escaped in XML, in URLs or in both, and must not fold in letters; the other one fits into Latin-1.
    private static let oddities = [" ée\u{301}+ü&amp;<\"'>%41;=,?#Ω新🏈", " é+ü&amp;<\"'>%41;=,?#"]
    /// What a path must escape.
    private static let oddityOfRequestors = " é+ü&amp;%41"

    /// `attempt` is unique in the run; `seed` makes the values of different runs differ.
    ///
    /// What is `given` goes before what would be made up; a password is given under that name.
    ///
    /// `programmer` signs where the release asks for that.
    package init(
        _ testCase: Case, attempt: Attempt, seed: UInt64, baseURLs: [String], given: [String: String] = [:],
        programmer: Programmer? = nil
    ) {
        mark = Self.word(seed, attempt)
        password = given["password"] ?? "secret-\(mark)"
        let isOdd = testCase.fixture.hasOddNames
        bindings = [
            "requestor": "REQ\(isOdd ? Self.oddityOfRequestors : "")-\(mark)",
            "other-requestor": "OTHER\(isOdd ? Self.oddityOfRequestors : "")-\(mark)",
            "software-statement": "statement.\(mark)",
            "user": "user-\(mark)",
            "custom-scheme": Self.customScheme(mark),
            "unknown-mvpd": "UNKNOWN-\(mark)",
            "foreign-url": "elsewhere-\(mark)://nowhere.example/",
        ]
        customScheme = Self.customScheme(mark)
        let mvpds = testCase.fixture.mvpds
        for (index, mvpd) in mvpds.enumerated() {
            bindings[mvpd] = "\(mvpd)\(isOdd ? Self.oddities[index % 2] : "")-\(mark)"
            if isOdd, index == 2 { bindings[mvpd] = Self.longer(bindings[mvpds[0]], mark) }
        }
        let comma = testCase.fixture.hasCommasInResources ? "," : ""
        for (index, resource) in testCase.fixture.resources.keys.sorted().enumerated() {
            let oddity = isOdd ? Self.oddities[index % 2].replacing(",", with: comma) : ""
            bindings[resource] = "\(resource)\(oddity)-\(mark)"
        }
        for (index, provider) in testCase.fixture.providers.enumerated() where index < baseURLs.count {
            let url = baseURLs[index]
            bindings[provider.name] = url
            bindings["secure-\(provider.name)"] = "https" + url.drop { $0 != ":" }
        }
        if let programmer {
            for name in ["requestor", "other-requestor"] {
                bindings["signed-\(name)"] = programmer.sign(bindings[name] ?? "")
            }
            bindings["secret"] = programmer.secret
            bindings["public-key"] = programmer.publicKey
        }
        if let scheme = given["custom-scheme"] { customScheme = scheme }
        for (name, value) in given where name != "password" { bindings[name] = value }
    }

    /// A name that another one begins, as `Cable_SSO` is begun by `Cable`.
    private static func longer(_ name: String?, _ mark: String) -> String { "\(name ?? "")_SSO-\(mark)" }

    /// With capitals, as the documents' own has them; the scheme of a URL is the same in any letters (RFC 3986, 3.1).
    private static func customScheme(_ mark: String) -> String { "adbe.u-XFX\(mark)" }

    /// The number of the session that a value of a run with this seed belongs to; nil where it is none.
    package static func number(in value: String, seed: UInt64) -> Int? {
        guard value.hasSuffix("x"), let start = value.lastIndex(of: "n") else { return nil }
        let digits = value[value.index(after: start)...].dropLast()
        guard let number = Int(digits), value.hasSuffix(word(seed, Attempt(number))) else { return nil }
        return number
    }

    package subscript(name: String) -> String? { bindings[name] }

    package var requestor: String { bindings["requestor"] ?? "" }
    package var softwareStatement: String { bindings["software-statement"] ?? "" }
    package var user: String { bindings["user"] ?? "" }

    /// Letters and digits only, and short: six for the seed, then the attempt, closed so that no mark begins another.
    private static func word(_ seed: UInt64, _ attempt: Attempt) -> String {
        let scrambled = (seed &+ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        let prefix = String(scrambled >> 34, radix: 36)
        return "x\(prefix.prefix(6))n\(attempt.number)\(attempt.mark)x"
    }
}

extension Scenario {
    /// The slice of the backend that a case describes.
    package init(_ testCase: Case, session: SessionID, canaries: Canaries, seed: UInt64) {
        let fixture = testCase.fixture
        let providers = fixture.providers.enumerated().map { index, provider in
            ProviderScript(
                name: provider.name, endpoint: index,
                mvpds: provider.mvpds.map { MVPDScript($0, at: provider.name, canaries: canaries) })
        }
        var resources: [String: ResourceRule] = [:]
        for (name, resource) in fixture.resources {
            guard let id = canaries[name] else { continue }
            resources[id] = fixture.deniers[name] == nil ? resource : .granted
        }
        let isSigned = canaries["signed-requestor"] != nil
        self.init(
            session: session, requestor: canaries.requestor,
            otherRequestors: [canaries["other-requestor"]].compactMap(\.self),
            requestors: isSigned ? RequestorScript.signed(by: Programmer.shared, canaries) : [],
            softwareStatement: canaries.softwareStatement, providers: providers,
            users: UserAccount.denied(fixture, canaries) + [UserAccount(fixture, canaries)],
            resources: resources, otherResources: .granted,
            lifetimes: Lifetimes(
                authentication: fixture.authenticationLifetime, authorization: fixture.authorizationLifetime,
                media: fixture.mediaTokenLifetime), isStrict: !isSigned, seed: seed)
        requiresSignedRequestor = isSigned
        leftOut = Set(fixture.leftOut.compactMap { canaries[$0] })
        hasDashedGUIDs = fixture.hasDashedGUIDs
        tellsCharset = fixture.tellsCharset
        tokenOffsetMinutes = Int(fixture.tokenOffset.components.seconds / 60)
    }
}

extension UserAccount {
    /// The user as the MVPDs know them that deny what others grant.
    fileprivate static func denied(_ fixture: Fixture, _ canaries: Canaries) -> [UserAccount] {
        Set(fixture.deniers.values.joined()).sorted().map { mvpd in
            var user = UserAccount(fixture, canaries)
            user.mvpd = canaries[mvpd]
            for (name, deniers) in fixture.deniers where deniers.contains(mvpd) {
                guard let id = canaries[name], case .denied = fixture.resources[name] else { continue }
                user.resources[id] = fixture.resources[name]
            }
            return user
        }
    }

    init(_ fixture: Fixture, _ canaries: Canaries) {
        self.init(
            name: canaries.user, password: canaries.password, metadata: fixture.userMetadata,
            encryptedMetadata: fixture.encryptedMetadata)
        authorizationMetadata = fixture.authorizationMetadata
    }
}

extension MVPDScript {
    init(_ listing: Fixture.Listing, at provider: String, canaries: Canaries) {
        let id = canaries[listing.name] ?? listing.name
        // What follows for an MVPD that cannot authenticate is left open in part (A-04).
        let usual = ["canAuthenticate": "true"]
        let own = listing.properties.filter { !["displayName", "logoUrl", "logout", "promotional"].contains($0.key) }
        self.init(
            id: id, displayName: listing.displayName(of: id, at: provider),
            logoURL: listing.logoURL(of: id, at: provider),
            properties: usual.merging(own) { $1 })
        logout = listing.properties["logout"].flatMap(LogoutStyle.init) ?? .service
        if listing.properties["promotional"] == "true" {
            tempPass = TempPass(duration: .seconds(86_400), resources: 10)
        }
    }
}

extension RequestorScript {
    /// The requestors of a case before 3.0, with what checks their signatures.
    static func signed(by programmer: Programmer?, _ canaries: Canaries) -> [RequestorScript] {
        guard let programmer else { return [] }
        return ["requestor", "other-requestor"].compactMap { canaries[$0] }.map { id in
            RequestorScript(
                id: id, keys: [SigningKey(publicKey: programmer.publicKey, privateKey: programmer.secret)],
                certificate: programmer.certificate)
        }
    }
}
