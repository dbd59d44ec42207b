internal import AccessEnablerAPI

/// Where a login with the device's own account has got to: Apple SSO (contracts 5.5).
///
///     none ── getAuthentication ──▶ checkingAccess ── granted ──▶ choosing ── SUPPORTED ──▶ fetchingRequest
///               or setRequestor          │                           │                            │ the service's
///                                        │ VSA403, VSA404            │ PICKER: to the login page  │ question
///                                        ▼                           ▼                            ▼
///                                provider dialog  ◀── N003, N004, ── ┤                    askingProvider
///                                of the application   VSA503         │ N005                       │ the MVPD's
///                                                                    ▼                            │ answer
///                                                             the login fails                     ▼
///     none ◀───────────────── token stored, or failure reported ◀─────────── collecting ◀─── exchanging
///
/// During setRequestor nobody is asked or told anything: whatever goes wrong, the flow ends without a word
/// (AE-REQ-022, AE-REQ-025).
enum PlatformSSOFlow: Sendable, Hashable {
    case none
    /// The platform is asked whether the application may use the account.
    case checkingAccess(PlatformQuestionID, Occasion)
    /// The platform is asked for the user's provider; `picker` is Apple's dialog while it is shown.
    case choosing(PlatformQuestionID, Occasion, picker: Value?)
    /// The service is asked for what the MVPD has to answer.
    case fetchingRequest(BoundMVPD, Occasion)
    /// The platform is asked for the MVPD's answer.
    case askingProvider(PlatformQuestionID, BoundMVPD, Occasion)
    /// The service takes the MVPD's answer for a login.
    case exchanging(BoundMVPD, Occasion)
    /// The authentication token is being fetched.
    case collecting(BoundMVPD, Occasion)

    enum Occasion: Sendable, Hashable {
        /// For getAuthentication or getAuthorization.
        case login(ProviderFilter?)
        /// For setRequestor: only a user who is signed in already.
        case launch
    }

    /// The question that is open at the platform; answers to others are void.
    var question: PlatformQuestionID? {
        switch self {
        case .checkingAccess(let id, _), .choosing(let id, _, _), .askingProvider(let id, _, _): id
        case .none, .fetchingRequest, .exchanging, .collecting: nil
        }
    }
}

enum PlatformAnswer: Sendable, Hashable {
    case access(AccountAccess)
    case news(AccountNews)
}

extension BoundMVPD {
    /// May appear in Apple's picker (AE-SSO-012, A-15).
    ///
    /// `boardingStatus` is of 2.2; before, the other property is all that there is.
    func isInPlatformPicker(in version: SDKVersion) -> Bool {
        mvpd.enablePlatformServices && (boarding != nil || version < .boardingStatus)
    }

    /// Authenticates with the platform's word (AE-SSO-017); the others only appear in its picker (AE-SSO-018).
    func authenticatesWithPlatform(in version: SDKVersion) -> Bool {
        boarding == .supported || version < .boardingStatus
    }
}

extension ConfigurationMerge {
    /// What Apple's picker offers: of the filter's MVPDs those that support SSO, in its order (AE-SSO-012, AE-SSO-013,
    /// AE-SSO-026), without a filter all that do.
    func platformPicker(_ filter: ProviderFilter?, in version: SDKVersion) -> AccountRequest {
        let capable = mvpds.filter { $0.isInPlatformPicker(in: version) }.map(\.id)
        guard let filter else { return AccountRequest(providers: capable) }
        let offered = filter.providers.filter(capable.contains)
        return AccountRequest(providers: offered, featured: filter.featured.filter(offered.contains))  // AE-SSO-014
    }
}
