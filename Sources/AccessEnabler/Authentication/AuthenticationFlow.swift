internal import AccessEnablerAPI

/// Where a login has got to.
///
///     idle ── getAuthentication ──▶ choosing ── setSelectedProvider ──▶ registering ──▶ navigating
///      │                               ▲                                   │                │ handleExternalURL
///      │      (selected beforehand: straight to registering)               │ tvOS           ▼
///      ├── Apple SSO: onPlatform, told in PlatformSSOFlow ── PICKER ──▶ registering         │
///      │                                                                   ▼             fetching
///      └── setSelectedProvider(TempPass) ──▶ previewing ──▶ fetching    polling             │
///                                                                          │                ▼
///      idle ◀───────────── token stored, or failure reported ──────────────┴────────────────┘
///
/// setSelectedProvider(nil) leads from everywhere to `idle` (AE-SEL-008).
struct AuthenticationFlow: Sendable {
    enum State: Sendable, Hashable {
        case idle
        /// The device's account is being asked; ``PlatformSSOFlow`` says how far that is.
        case onPlatform
        /// The provider dialog is shown; control is with the application.
        case choosing
        /// A registration code is being fetched.
        case registering(BoundMVPD)
        /// The login page is shown; control is with the application.
        ///
        /// `code` is nil before 3.0, where the service knows the login by its device.
        case navigating(BoundMVPD, code: String?)
        /// The authentication token is being fetched; `code` is nil for a TempPass.
        case fetching(BoundMVPD, code: String?, mayBeEarly: Bool)
        /// A TempPass is being started.
        case previewing(BoundMVPD)
        /// The user logs in on a second screen (AE-TV-002); `until` is the end of the code's life.
        case polling(BoundMVPD, code: String, until: Int64)
    }

    var state = State.idle
    /// Selected outside a flow, for the next one (AE-SEL-014).
    var selected: String?
    /// The extra parameters of getAuthentication (AE-AUTHN-016).
    var data: Value.Members?
    /// Authorizations that go on when the user is authenticated (AE-GETZ-004).
    var waiting: [AuthorizationFlow] = []

    /// The MVPD of the login under way.
    var mvpd: BoundMVPD? {
        switch state {
        case .idle, .choosing, .onPlatform: nil
        case .registering(let mvpd), .previewing(let mvpd): mvpd
        case .navigating(let mvpd, _), .fetching(let mvpd, _, _), .polling(let mvpd, _, _): mvpd
        }
    }
}
