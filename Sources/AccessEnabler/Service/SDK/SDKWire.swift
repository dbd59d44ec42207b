internal import AccessEnablerAPI
internal import Encodings

/// The protocol of AccessEnabler itself, in all its releases (service-protocol.md 1 to 6).
///
/// Logins and authorizations are signed tokens, which the instance keeps and sends back.
struct SDKWire: ServiceWire {
    let keepsClients = false

    func headers(agent: String, system: String, deviceID: String) -> [NetworkRequest.Header] {
        [
            .init("User-Agent", agent), .init("ap_42", "anonymous"), .init("ap_11", system), .init("ap_z", agent),
            .init("ap_21", deviceID),
        ]
    }

    // MARK: - Configuration

    func configurationRequest(of requestor: String) -> ServiceRequest {
        .get(Wire.sdk.configurationPath(of: PercentEncoding.encode(requestor)))
    }

    // MARK: - Logout

    /// iOS shows the logout page; tvOS logs out without one (AE-LOG-002, AE-LOG-003), and so without the MVPD (AE-LOG-017).
    func startLogout(of held: ValidAuthentication, for state: EnablerState) -> LogoutStart {
        let mvpd = held.mvpd
        var query = [
            FormField("noflash", "true"), FormField("mso_id", mvpd.id), FormField("requestor_id", state.requestor),
            FormField("pt_device_id", state.client.fingerprint),
        ]
        let path = "/adobe-services/logout"
        guard state.settings.platform == .iOS else {
            return .ask(ServiceRequest(path: path, query: query, body: .none))
        }
        query.append(FormField("redirect_url", state.redirectURL(for: mvpd)))  // AE-LOG-013
        query += state.accessToken(for: mvpd.provider).map { [FormField("access_token", $0)] } ?? []
        query += state.options.browserParameters(of: state.client)
        return .page(mvpd.provider.url(path, query))
    }

    // MARK: - Releases

    /// The name of a service's call: the one of devices, which carry proof of their own, has another.
    func path(_ name: String, ofDevices deviceName: String, for state: EnablerState) -> String {
        state.isSigned ? "/adobe-services/1.0/\(deviceName)" : "/adobe-services/\(name)"
    }
}
