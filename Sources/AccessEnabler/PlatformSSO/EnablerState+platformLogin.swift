internal import AccessEnablerAPI

/// Apple SSO up to the choice of a provider: permission, picker, and the ways back to the classic flow.
extension EnablerState {
    /// Begins a login with the device's account, with Apple's picker where it is needed (AE-SSO-002).
    ///
    /// False where the classic flow is to begin: the platform has no account, or no MVPD supports it (AE-SSO-003).
    mutating func startPlatformLogin(_ filter: ProviderFilter?) -> Bool {
        guard canUsePlatform, !platformPicker(filter).providers.isEmpty else { return false }
        authentication.state = .onPlatform
        checkPlatformAccess(for: .login(filter))
        return true
    }

    /// Looks during setRequestor whether the user is signed in at the device (AE-REQ-025).
    ///
    /// False where there is nothing to look for.
    mutating func startPlatformAdoption() -> Bool {
        guard canUsePlatform, authentication.state == .idle, validAuthentication() == nil,
            !platformPicker(nil).providers.isEmpty
        else { return false }
        checkPlatformAccess(for: .launch)
        return true
    }

    /// Ends the flow; a picker that is still shown is to be taken away (AE-SSO-005).
    mutating func leavePlatform() {
        if case .choosing(_, _, let picker?) = platformSSO { callBack(.dismissTvProviderDialog(picker)) }
        platformSSO = .none
    }

    mutating func takePlatformAnswer(_ id: PlatformQuestionID, _ answer: PlatformAnswer) {
        guard platformSSO.question == id else { return }
        switch (platformSSO, answer) {
        case (.checkingAccess(_, let purpose), .access(let access)): takeAccess(access, purpose)
        case (.choosing(_, let purpose, let picker), .news(let news)): takeChoice(news, id, purpose, picker)
        case (.askingProvider(_, let mvpd, let purpose), .news(let news)): takeProviderAnswer(news, mvpd, purpose)
        default: break
        }
    }

    // MARK: - Permission

    /// Apple SSO is of 2.0.
    private var canUsePlatform: Bool { hasPlatformAccount && settings.version >= .platformSSO }

    private func platformPicker(_ filter: ProviderFilter?) -> AccountRequest {
        phase.configuration?.merge.platformPicker(filter, in: settings.version) ?? AccountRequest(providers: [])
    }

    private mutating func checkPlatformAccess(for purpose: PlatformSSOFlow.Occasion) {
        let id = PlatformQuestionID(number: nextNumber())
        platformSSO = .checkingAccess(id, purpose)
        actions.append(.askAccess(id))
    }

    /// AE-SSO-020.
    private mutating func takeAccess(_ access: AccountAccess, _ purpose: PlatformSSOFlow.Occasion) {
        switch access {
        case .granted: askForProvider(purpose)
        case .denied: fallBack(.platformAccessDenied, purpose)
        case .undetermined: fallBack(.platformAccessUndetermined, purpose)
        }
    }

    // MARK: - The picker

    private mutating func askForProvider(_ purpose: PlatformSSOFlow.Occasion) {
        var question =
            switch purpose {
            case .login(let filter): platformPicker(filter)
            case .launch: platformPicker(nil)
            }
        question.mayAskUser = purpose != .launch
        let id = PlatformQuestionID(number: nextNumber())
        platformSSO = .choosing(id, purpose, picker: nil)
        actions.append(.askAccount(id, question))
    }

    private mutating func takeChoice(
        _ news: AccountNews, _ id: PlatformQuestionID, _ purpose: PlatformSSOFlow.Occasion, _ picker: Value?
    ) {
        switch news {
        case .presents(let picker):
            platformSSO = .choosing(id, purpose, picker: picker)
            callBack(.presentTvProviderDialog(picker))  // AE-SSO-001
        case .dismisses(let shown):
            platformSSO = .choosing(id, purpose, picker: nil)
            callBack(.dismissTvProviderDialog(picker ?? shown))  // AE-SSO-004, AE-SSO-007
        case .account(let account):
            leavePlatform()
            guard let mvpd = phase.configuration?.merge[account.provider] else {
                return fallBack(.platformProviderUnknown, purpose)
            }
            if mvpd.authenticatesWithPlatform(in: settings.version) {
                fetchProfileRequest(mvpd, purpose)  // AE-SSO-017
            } else if purpose == .launch {
                endSynchronisation()
            } else {
                logIn(with: mvpd)  // AE-SSO-018, AE-SSO-019
            }
        case .failed(let failure):
            leavePlatform()
            switch failure.code {
            case .userCancelled where purpose != .launch:
                failAuthentication(.platformPickerCancelled)  // AE-SSO-023, A-13
            case .unsupportedProvider where failure.provider == nil:
                fallBack(.platformOtherProvider, purpose)  // AE-SSO-021
            case .unsupportedProvider:
                fallBack(.platformProviderUnknown, purpose)  // AE-SSO-022
            case .accessNotGranted:
                fallBack(.platformAccessDenied, purpose)
            case .serviceTemporarilyUnavailable, .notSignedIn, .userCancelled:
                fallBack(.platformRequestFailed, purpose)  // AE-SSO-024
            }
        }
    }

    /// Says why Apple SSO will not do, and goes on with the application's own dialog; silent during setRequestor.
    private mutating func fallBack(_ status: StatusReport, _ purpose: PlatformSSOFlow.Occasion) {
        platformSSO = .none
        guard case .login = purpose else { return endSynchronisation() }
        report(status)
        showProviderDialog()
    }
}
