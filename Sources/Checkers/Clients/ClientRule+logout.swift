import Evidence
import ServiceProtocol

extension ClientRule {
    /// Where the MVPD has a part in a logout, its page is opened: otherwise the next login is the same user's, unasked
    /// (service-protocol.md 7.10).
    static let completedLogouts = ClientRule(
        id: "completed-logouts", title: "A logout of REST API v2 goes to the MVPD's page before the next login there"
    ) { exchanges in
        struct Logout: Hashable {
            var requestor: String?
            var mvpd: String?
        }
        // By device; the page is the browser's, which names another.
        var open: [Logout: Set<String>] = [:]
        var wasExercised = false
        var findings: [Finding] = []
        for call in exchanges.all where call.isServiceCall {
            let logout = Logout(requestor: call.requestor, mvpd: call.mvpd)
            let isOfV2 = call.request.path.hasPrefix("/api/v2/")
            switch call.request.purpose {
            case .logout where !isOfV2: open[logout] = nil
            case .logout where call.reason == ReplyEvent.asksForAPage:
                wasExercised = true
                open[logout, default: []].insert(call.device ?? "")
            case .registrationCode where isOfV2 && open[logout]?.remove(call.device ?? "") != nil:
                findings.append(
                    call.finding(
                        "a login at \(call.mvpd ?? "the MVPD") begins, and the page of the logout before was not opened",
                        expected: "the address in the answer to the logout, in a browser"))
            default: break
            }
        }
        return Judgement(wasExercised: wasExercised, findings: findings)
    }
}
