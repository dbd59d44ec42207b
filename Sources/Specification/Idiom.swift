package import AccessEnablerAPI

/// How applications say the same thing on different platforms and in different releases.
///
/// Short steps stand for other steps in each.
package struct Idiom: Sendable, Hashable {
    /// Where a login ends on a second screen.
    package var isTelevision: Bool
    /// Before 3.0: the requestor is signed, and there is no handleExternalURL:.
    package var isSigned: Bool

    package init(_ platform: Platform, _ version: SDKVersion) {
        isTelevision = platform == .tvOS
        isSigned = version < SDKVersion(3, 0)
    }

    /// That of the newest release on iOS, in which contracts are shown.
    package static let usual = Idiom(.iOS, .newest)

    static let others = [
        Idiom(.tvOS, .newest), Idiom(.iOS, SDKVersion(2, 0)), Idiom(.tvOS, SDKVersion(2, 0)),
    ]
}

extension Case {
    /// The case as applications on the platform do it in that release.
    package func fitted(to platform: Platform, _ version: SDKVersion) -> Case {
        guard let steps = idioms[Idiom(platform, version)] else { return self }
        var fitted = self
        fitted.steps = steps
        return fitted
    }
}
