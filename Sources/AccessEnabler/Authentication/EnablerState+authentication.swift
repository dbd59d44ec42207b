internal import AccessEnablerAPI

extension EnablerState {
    /// AE-CHKN-003, AE-CHKN-004; from storage alone (AE-CHKN-002).
    mutating func checkAuthentication() {
        if checkAndTrack() != nil {
            callBack(.setAuthenticationStatus(.success, .userAuthenticated))
        } else {
            report(.notAuthenticated)
            callBack(.setAuthenticationStatus(.error, .userNotAuthenticated))
        }
    }

    mutating func getAuthentication(force: Bool, data: Value.Members?, filter: ProviderFilter?) {
        guard phase.configuration != nil else { return failAuthentication() }
        // AE-AUTHN-003. A login with another MVPD than the one selected since does not count (AE-SEL-013).
        let held = checkAndTrack()
        let selected = authentication.selected.flatMap { phase.configuration?.merge[$0]?.id }
        let isMeant = selected.map { $0 == held?.mvpd.id } ?? true
        if held != nil, isMeant, !force {
            callBack(.setAuthenticationStatus(.success, .userAuthenticated))  // AE-AUTHN-004
        } else {
            startAuthentication(data: data, filter: filter, for: nil)
        }
    }

    /// Begins a login, or begins it again where one is under way (AE-AUTHN-026).
    ///
    /// `authorization` waits for its end.
    mutating func startAuthentication(
        data: Value.Members?, filter: ProviderFilter?, for authorization: AuthorizationFlow?
    ) {
        leaveAuthentication()
        authentication.data = data
        if let authorization { authentication.waiting.append(authorization) }
        if let id = authentication.selected, let mvpd = phase.configuration?.merge[id] {
            logIn(with: mvpd)  // AE-AUTHN-009
        } else if let mvpd = rememberedMVPD {
            logIn(with: mvpd)  // AE-AUTHN-010
        } else if !startPlatformLogin(filter) {
            showProviderDialog()  // AE-SSO-003
        }
    }

    /// The MVPD of the last login, where it does for the dialog: not since 1.5 (AE-AUTHN-011), and not where the MVPD
    /// says that it cannot authenticate (AE-AUTHN-012).
    private var rememberedMVPD: BoundMVPD? {
        guard settings.version < .dialogAlways, let id = store.currentMVPD(requestor) else { return nil }
        return phase.configuration?.merge[id].flatMap { $0.canAuthenticate ? $0 : nil }
    }

    /// Control goes to the application, which shows the MVPDs (AE-DPD-002).
    mutating func showProviderDialog() {
        authentication.state = .choosing
        callBack(.displayProviderDialog(phase.configuration?.merge.mvpds.map { shown($0.mvpd) } ?? []))
    }

    /// setSelectedProvider with an MVPD.
    mutating func select(_ id: String) {
        guard let mvpd = phase.configuration?.merge[id] else {
            // Not in the list: the pending login cannot go on, and no other page is opened (AE-SEL-015).
            if authentication.state != .idle { failAuthentication() }
            return
        }
        callBack(.sendTrackingData(tracking.selection(id), .selection))  // AE-SEL-003
        if mvpd.isTempPass {
            leaveAuthentication()
            startTempPass(mvpd)  // AE-SEL-005
        } else if authentication.state == .idle {
            authentication.selected = id  // AE-SEL-014
        } else {
            leaveAuthentication()
            logIn(with: mvpd)  // AE-SEL-002
        }
    }

    /// setSelectedProvider with nil: cancels (AE-SEL-008).
    ///
    /// No token is touched (AE-SEL-009).
    mutating func cancelAuthentication() {
        leaveAuthentication()
        authentication = AuthenticationFlow()
        store.eraseCurrentMVPD(requestor)  // AE-SEL-010
        callBack(.setAuthenticationStatus(.error, .providerNotSelected))
    }

    /// AE-PROV-002 to AE-PROV-005.
    mutating func tellSelectedProvider() {
        let id = authentication.mvpd?.id ?? authentication.selected ?? store.currentMVPD(requestor)
        callBack(.selectedProvider(id.flatMap { (phase.configuration?.merge[$0]?.mvpd).map(shown) }))
    }

    /// As far as the version has the properties (AE-MVPD-001).
    private func shown(_ mvpd: MVPD) -> MVPD {
        var mvpd = mvpd
        if settings.version < .boardingStatus { mvpd.boardingStatus = nil }
        return mvpd
    }

    // MARK: - Ends

    /// The token is there: keep it, say so, and go on with what waited for it (AE-URL-002, AE-URL-003).
    mutating func completeAuthentication(_ fresh: ValidAuthentication) {
        let waiting = authentication.waiting
        leaveAuthentication()
        authentication = AuthenticationFlow()
        keep(fresh)
        if fresh.mvpd.isTempPass { report(.tempPassAuthenticated) }
        callBack(.sendTrackingData(tracking.authentication(fresh, isCached: false), .authentication))  // AE-URL-006
        callBack(.setAuthenticationStatus(.success, .userAuthenticated))
        for authorization in waiting { authorize(authorization, with: fresh) }  // AE-GETZ-004
    }

    /// AE-STO-001; what the login before was authorized for goes with it (AE-STO-030).
    mutating func keep(_ fresh: ValidAuthentication) {
        let bucket = bucket(of: fresh.mvpd)
        // Before 1.7 there is one token, whoever's it is (AE-STO-012).
        if settings.version < .severalTokens { store.removeAuthentications(beside: bucket) }
        if !isStored(fresh) { store.removeAuthentication(bucket) }
        store.store(fresh.stored, bucket)
        store.setCurrentMVPD(fresh.mvpd.id, requestor)
    }

    /// Nothing is stored (AE-URL-005); the next login begins with the dialog (AE-AUTHN-006).
    mutating func failAuthentication(_ status: StatusReport? = nil) {
        let waiting = authentication.waiting
        leaveAuthentication()
        authentication = AuthenticationFlow()
        if settings.version < .dialogAlways { store.eraseCurrentMVPD(requestor) }
        if let status { report(status) }
        callBack(.sendTrackingData(tracking.authentication(nil, isCached: false), .authentication))
        callBack(.setAuthenticationStatus(.error, .genericAuthentication))  // AE-AUTHN-023
        for authorization in waiting {
            failAuthorization(authorization, .userNotAuthenticated, "the authentication failed")  // AE-GETZ-010
        }
    }

    /// Stops whatever the flow is waiting for; what answers late is not heard (AE-SEL-017).
    mutating func leaveAuthentication() {
        withdraw { $0.isOfLogin }
        leavePlatform()
        cancelTimer(.poll)
        authentication.state = .idle
    }

    // MARK: - Checks

    /// An authentication check, which is always tracked (AE-TRK-004).
    mutating func checkAndTrack() -> ValidAuthentication? {
        let held = validAuthentication()
        callBack(.sendTrackingData(tracking.authentication(held, isCached: true), .authentication))
        return held
    }
}
