package import AccessEnablerAPI

/// How applications say the same thing on different platforms, in different releases, and over different protocols.
///
/// Short steps stand for other steps in each.
package struct Idiom: Sendable, Hashable {
    /// Where a login ends on a second screen.
    package var isTelevision: Bool
    /// Before 3.0: the requestor is signed, and there is no handleExternalURL:.
    package var isSigned: Bool
    /// Whether a logout goes on on a page.
    package var opensLogoutPages: Bool

    package init(_ platform: Platform, _ version: SDKVersion, over wire: Wire = .sdk) {
        isTelevision = platform == .tvOS
        isSigned = version < SDKVersion(3, 0)
        opensLogoutPages = platform == .iOS && wire.traits.contains(.logoutPages)
    }

    /// That of the newest release on iOS, in which contracts are shown.
    package static let usual = Idiom(.iOS, .newest)

    static let others = [
        Idiom(.tvOS, .newest), Idiom(.iOS, SDKVersion(2, 0)), Idiom(.tvOS, SDKVersion(2, 0)),
        Idiom(.iOS, .newest, over: .restV1),
    ]
}

extension Case {
    /// The case as applications on the platform do it in that release, with a port that speaks that protocol.
    package func fitted(to platform: Platform, _ version: SDKVersion, over wire: Wire = .sdk) -> Case {
        var fitted = self
        if let steps = idioms[Idiom(platform, version, over: wire)] { fitted.steps = steps }
        // There it separates them (service-protocol.md 4.9).
        if wire == .restV1 { fitted.fixture.hasCommasInResources = false }
        // A logout needs no page there, and may lead to one (AE-LOG-002).
        if platform == .iOS, !wire.traits.contains(.logoutPages), fitted.calls.contains(.logout) {
            fitted.allow.formUnion([.navigateToUrl, .navigateToUrlUseSVC])
        }
        return fitted
    }
}
