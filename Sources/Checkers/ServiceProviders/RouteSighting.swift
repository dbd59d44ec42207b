import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Specification

/// That something concerning an MVPD was sent to a service provider.
struct RouteSighting: Hashable {
    /// The MVPD's ID.
    var mvpd: String
    /// The provider's name, or what the URL says where no provider of the case is meant.
    var provider: String
    var position: Int
    /// Whether it may be about a login that there is already: its session, its end or its user.
    var mayBeOfLogin = false
    /// Whether it is the page that a browser has loaded, for however long it was open.
    var isOfBrowser = false
}

/// Finds what was sent where, for which MVPD.
///
/// Where a request does not name its MVPD, it is the one being chosen or the one the user is logged in with; while
/// neither is certain, nothing is said.
struct RouteReader {
    private let trace: CaseTrace
    /// Whose programmer's requestor was set last.
    private var requestor: String?
    /// The MVPD a login is under way for.
    private var chosen: String?
    /// Whether its login was seen to begin: otherwise a success may be that of another MVPD's stored login.
    private var hasBegun = false
    /// Whether a call since the last status may be answered by that of a login of before (AE-CHKN-003, AE-CHKZ-008).
    private var mayTellOfBefore = false
    /// How many authorizations are not answered, and whether a preauthorization is not.
    private var authorizations = 0
    private var isPreauthorizing = false
    /// Whether such a call was made under a login of before: what it still asks for is that one's.
    private var isOvertaken = false
    /// Whether a login is asked for, and no MVPD has been chosen for it.
    private var isSelecting = false
    /// Whether a choice of another MVPD came to no login, and none has ended well since.
    private var hasFailed = false
    /// The MVPD the user is logged in with.
    private var authenticated: String?
    /// All MVPDs that there were logins with since the last logout: they may be kept side by side (AE-STO-010).
    private var kept: Set<String> = []
    /// Texts in which the port named a registration code, and the MVPD of that login.
    private var codes: [(text: String, mvpd: String)] = []
    /// The MVPDs that were chosen since a code was told: where there are several, the next code may be any one's.
    private var withoutCode: Set<String> = []
    private var sightings: [RouteSighting] = []

    static func sightings(in trace: CaseTrace) -> [RouteSighting] {
        var reader = RouteReader(trace)
        for position in trace.observations.indices { reader.read(position) }
        return reader.sightings
    }

    private init(_ trace: CaseTrace) {
        self.trace = trace
    }

    private mutating func read(_ position: Int) {
        let event = trace.observations[position].event
        if let url = event.navigation { takeNavigation(url, position) }
        switch event {
        case .sessionOpened:
            (chosen, hasBegun, mayTellOfBefore, withoutCode) = (nil, false, false, [])
            (authorizations, isPreauthorizing, isOvertaken, isSelecting) = (0, false, false, false)
            if !trace.testCase.fixture.persistentStorage { kept = [] }
            // Which of several logins is the present one need not be stored.
            if kept.count != 1 { authenticated = nil }
        case .call(_, let message): takeCall(message)
        case .callback(let callback): takeCallback(callback.message)
        case .request(let request): takeRequest(request, position)
        default: break
        }
    }

    private mutating func takeNavigation(_ url: String, _ position: Int) {
        let parts = URLParts(url)
        guard let mvpd = parts[RequestField.mvpd.rawValue], trace.mvpd(withID: mvpd) != nil else { return }
        sightings.append(
            RouteSighting(
                mvpd: mvpd, provider: trace.provider(of: url) ?? parts.authority, position: position,
                mayBeOfLogin: parts.path.contains("logout")))
        if parts.path.contains("authenticate") { (chosen, hasBegun, isSelecting) = (mvpd, true, false) }
        if let code = parts[RequestField.registrationCode.rawValue], !code.isEmpty { codes.append((code, mvpd)) }
    }

    private mutating func takeCall(_ message: Message) {
        if let named = message["requestorID"]?.stringValue {
            // Which of the logins is the other programmer's is not seen.
            if let requestor, requestor != named { (chosen, authenticated, isPreauthorizing) = (nil, nil, false) }
            requestor = named
        }
        switch message.selector {
        case .setSelectedProvider: choose(message["mvpdId"]?.stringValue)
        case .logout: (authenticated, kept, isPreauthorizing) = (nil, [], false)
        case .checkAuthentication: mayTellOfBefore = true
        case .checkAuthorization, .checkAuthorizationWithData, .getAuthorization, .getAuthorizationWithData:
            authorizations += 1
            if isChoosing { mayTellOfBefore = true }
        // One more while a login is under way.
        case .getAuthentication, .getAuthenticationWithData, .getAuthenticationFilter,
            .getAuthenticationWithDataAndFilter:
            isSelecting = true
            if hasBegun, isChoosing { mayTellOfBefore = true }
        case .checkPreauthorizedResources, .checkPreauthorizedResourcesCache, .preauthorize: isPreauthorizing = true
        default: break
        }
    }

    /// Whether another MVPD is chosen than that of the login.
    private var isChoosing: Bool { chosen.map { $0 != authenticated } ?? false }

    private mutating func choose(_ mvpd: String?) {
        // What was asked for with a choice that came to nothing may still arrive.
        hasFailed = hasFailed || isChoosing
        (chosen, hasBegun, isSelecting) = (mvpd, false, false)
        if let mvpd { withoutCode.insert(mvpd) }
        if authorizations > 0 { mayTellOfBefore = true }
        // What is left of several logins when the MVPD is erased is not said (AE-SEL-010, A-55).
        if mvpd == nil, kept.count > 1 { authenticated = nil }
    }

    private mutating func takeCallback(_ message: Message) {
        if message.selector == .status, let chosen, let texts = message["statusDictionary"]?.texts {
            // A code is a word, and a status report a sentence.
            let words = texts.filter { $0.utf8.count <= 1_000 }
            if withoutCode.count <= 1 { codes += words.map { ($0, chosen) } }
            if withoutCode.count == 1, words.contains("REGCODE") { withoutCode = [] }
        }
        switch message.selector {
        case .setToken, .tokenRequestFailed: authorizations = max(0, authorizations - 1)
        case .preauthorizedResources, .onResponse, .onFailure: isPreauthorizing = false
        default: break
        }
        if authorizations == 0, !isPreauthorizing { isOvertaken = false }
        guard message.selector == .setAuthenticationStatus else { return }
        withoutCode = []
        isSelecting = false
        let (before, hadLogin) = (authenticated, authenticated != nil || !kept.isEmpty)
        defer {
            mayTellOfBefore = false
            let isUnderWay = authorizations > 0 || isPreauthorizing
            if hadLogin, authenticated != before, isUnderWay { isOvertaken = true }
        }
        if message["status"] == .int(StatusCode.success.rawValue) {
            // AE-SEL-014: a choice may be recorded only, and the success be that of the login of before.
            if let chosen {
                hasFailed = false
                let isSure =
                    hasBegun && !mayTellOfBefore || chosen == authenticated || kept.isSubset(of: [chosen])
                authenticated = isSure ? chosen : nil
            }
            if let user = chosen ?? authenticated { kept.insert(user) }
        } else {
            hasFailed = hasFailed || isChoosing
            (chosen, hasBegun) = (nil, false)
        }
    }

    private mutating func takeRequest(_ request: RequestEvent, _ position: Int) {
        guard request.purpose.isEntitlement || [.poll, .authenticate].contains(request.purpose) else { return }
        guard let mvpd = request[.mvpd] ?? mvpd(unnamedIn: request), trace.mvpd(withID: mvpd) != nil else { return }
        if mvpd == chosen, [.session, .poll, .profileRequest].contains(request.purpose) { hasBegun = true }
        sightings.append(
            RouteSighting(
                mvpd: mvpd, provider: request.provider, position: position,
                mayBeOfLogin: [.session, .poll, .metadata, .logout].contains(request.purpose),
                isOfBrowser: request.purpose == .authenticate))
    }

    /// By its registration code, where it has one: a request of a login that was cancelled may arrive when the next is
    /// under way.
    private func mvpd(unnamedIn request: RequestEvent) -> String? {
        guard let code = request[.registrationCode], !code.isEmpty else { return mvpd(of: request.purpose) }
        return codes.first { $0.text.contains(code) }?.mvpd
    }

    private var isOfSeveral: Bool { kept.count > 1 || authenticated != nil && chosen != authenticated }

    private func mvpd(of purpose: Purpose) -> String? {
        switch purpose {
        // Whether the service still knows a login may be asked of each that is kept, and after a choice of the login of before
        //
        case .session where isOfSeveral, .poll where isOfSeveral: nil
        // A code may be fetched before anybody chooses.
        case .registrationCode: nil
        // Nor is it said whom a port asks for which login before anybody chooses.
        case .session where isSelecting, .poll where isSelecting, .freePreview where isSelecting: nil
        // What was asked for with a choice that came to nothing may still arrive.
        case .session, .poll, .freePreview: hasFailed && !hasBegun ? nil : chosen
        // Whether a choice that came to no login still switches the provider that is asked for the user is not said
        // (AE-SP-012); authorizations follow the login (AE-GETZ-019).
        case .metadata where hasFailed: nil
        case .authorize where isOvertaken, .authorizationToken where isOvertaken, .mediaToken where isOvertaken,
            .preauthorize where isOvertaken:
            nil
        case .authorize, .authorizationToken, .mediaToken, .preauthorize, .metadata:
            chosen == nil || chosen == authenticated ? authenticated : nil
        default: nil
        }
    }
}
