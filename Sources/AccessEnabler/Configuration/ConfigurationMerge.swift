internal import AccessEnablerAPI
internal import Encodings
internal import XML

/// The configurations of several service providers as one: the fastest responder wins, MVPD by MVPD.
///
/// Replies are processed one after the other, in the order they arrive; their order is the only thing that
/// decides (AE-SP-007, AE-SP-011). An MVPD is bound, with its attributes, to the first provider whose valid
/// reply lists it, and stays there (AE-SP-006, AE-SP-010); a provider that lists it later changes nothing, a
/// provider that answered earlier without listing it has no claim. A reply that is not valid binds nothing
/// (AE-SP-015). The list is the union, each MVPD once (AE-SP-004, AE-SP-005).
struct ConfigurationMerge: Sendable, Hashable {
    /// In the order they were bound.
    private(set) var mvpds: [BoundMVPD] = []
    /// What concerns the requestor as a whole, from the first valid reply.
    private(set) var requestor: RequestorProfile?
    private var places: [ExactText: Int] = [:]
    /// What the first valid reply lists.
    private var first: [UInt8] = []

    init() {}

    /// What the first valid reply begins.
    init(_ read: ReadConfiguration, from provider: ServiceProvider) {
        take(read, from: provider)
    }

    /// Whether there was a valid reply; one without MVPDs counts.
    var isValid: Bool { requestor != nil }

    /// Whether the MVPD has its provider, so that what another lists changes nothing.
    func isBound(_ id: String) -> Bool { places[ExactText(id)] != nil }

    mutating func take(_ read: ReadConfiguration, from provider: ServiceProvider) {
        if requestor == nil {
            let document = read.document
            requestor = RequestorProfile(name: document.name, domains: document.domains.map(\.name))
            first = read.list
        } else if ReadConfigurations.areSame(first, read.list) {
            // Mostly all list the same, and the later ones have nothing to add.
            return
        }
        if mvpds.isEmpty {
            mvpds.reserveCapacity(read.ids.count)
            places.reserveCapacity(read.ids.count)
        }
        // By index: most are bound already, and need not be copied to be passed over.
        for index in read.ids.indices {
            let id = read.ids[index]
            guard !id.isEmpty, Self.isNext(&places[ExactText(id), default: mvpds.count], mvpds.count) else { continue }
            mvpds.append(BoundMVPD(read.document.mvpds[index], provider: provider))
        }
    }

    /// Whether a place is the next to be taken; by reference, so that one lookup finds it or takes it.
    private static func isNext(_ place: inout Int, _ next: Int) -> Bool { place == next }

    /// nil for an MVPD that no valid reply lists.
    subscript(id: String) -> BoundMVPD? {
        places[ExactText(id)].map { mvpds[$0] }
    }
}

struct RequestorProfile: Sendable, Hashable {
    var name: String
    var domains: [String]
}

/// An MVPD as its service provider describes it, and that provider.
struct BoundMVPD: Sendable, Hashable {
    /// As the application sees it (AE-MVPD-001 to AE-MVPD-004).
    let mvpd: MVPD
    /// Where every entitlement request for the MVPD goes (AE-SP-008, AE-SP-009).
    let provider: ServiceProvider
    /// Authenticates without a login page (AE-SEL-005).
    let isTempPass: Bool
    /// Its login page needs a Safari view controller (AE-NAV-004).
    let requiresSVC: Bool
    /// Whether a login may begin with it unasked (AE-AUTHN-010); whose flag that is, is not documented.
    let canAuthenticate: Bool
    /// Its tokens are their programmer's alone (AE-STO-014).
    let authenticatesPerRequestor: Bool
    /// What Apple SSO can do with it, whatever the version shows of that.
    let boarding: MVPD.BoardingStatus?
    /// What the platform calls it.
    let platformID: String

    var id: String { mvpd.id }

    init(_ entry: ConfigurationMVPD, provider: ServiceProvider) {
        let stated = entry.properties["boardingStatus"].map { MVPD.BoardingStatus(rawValue: $0) }
        boarding = stated.flatMap { [.picker, .supported].contains($0) ? $0 : nil }
        mvpd = MVPD(
            id: entry.id, displayName: entry.displayName, logoURL: entry.logoURL,
            enablePlatformServices: entry.flag("enablePlatformServices"),
            boardingStatus: boarding)
        self.provider = provider
        platformID = entry.properties["platformMappingId"] ?? entry.id
        isTempPass = entry.flag("isTempPass")
        requiresSVC = entry.flag("requiresSVC")
        canAuthenticate = entry.properties["canAuthenticate"].map { $0 == "true" } ?? true
        authenticatesPerRequestor = entry.flag("authPerRequestor")
    }
}
