internal import AccessEnablerAPI

extension Selector {
    /// What a ``CallbackForwarder`` can pass on.
    static let callbacks: Set<Selector> = [
        .setRequestorComplete, .displayProviderDialog, .navigateToUrl, .navigateToUrlUseSVC,
        .setAuthenticationStatus, .preauthorizedResources, .setToken, .tokenRequestFailed, .selectedProvider,
        .setMetadataStatus, .presentTvProviderDialog, .dismissTvProviderDialog, .sendTrackingData, .status,
        .onResponse, .onFailure,
    ]
}
