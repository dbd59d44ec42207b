internal import AccessEnablerAPI

extension ReferenceAccessEnabler {
    /// The calls of a release (AE-VER-001, AE-VER-003).
    static func calls(of version: SDKVersion, on platform: Platform) -> Set<Selector> {
        var calls: Set<Selector> = [
            .checkAuthentication, .getAuthentication, .setSelectedProvider, .getSelectedProvider, .checkAuthorization,
            .getAuthorization, .logout, .getMetadata,
        ]
        for (first, more) in additions where version >= first { calls.formUnion(more) }
        guard version < .softwareStatements else { return calls }
        switch platform {
        case .iOS: calls.formUnion([.setRequestorSigned, .setRequestorSignedServiceProviders, .getAuthenticationToken])
        case .tvOS: calls.formUnion([.setRequestorSecret, .setRequestorSecretServiceProviders])
        }
        return calls
    }

    /// What came with which release.
    private static let additions: [(SDKVersion, Set<Selector>)] = [
        (SDKVersion(1, 3), [.checkPreauthorizedResources]),
        (
            SDKVersion(1, 9), [.getAuthenticationWithData, .checkAuthorizationWithData, .getAuthorizationWithData]
        ),
        (.platformSSO, [.getAuthenticationFilter, .getAuthenticationWithDataAndFilter]),
        (SDKVersion(2, 3), [.setOptions]),
        (.softwareStatements, [.setRequestor, .setRequestorServiceProviders, .handleExternalURL]),
        (SDKVersion(3, 1), [.checkPreauthorizedResourcesCache]), (SDKVersion(3, 6), [.preauthorize]),
    ]

    /// The calls of all releases on all platforms.
    static let allCalls = calls(of: .newest, on: .iOS).union(calls(of: SDKVersion(2, 4), on: .iOS))
        .union(calls(of: SDKVersion(2, 4), on: .tvOS))
}
