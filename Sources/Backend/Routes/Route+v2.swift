internal import Evidence
internal import HTTPServer
internal import ServiceProtocol

/// REST API v2 (service-protocol.md 7).
extension Route {
    static let v2: [Route] = [
        // A browser's way to the MVPD, which has neither token nor device.
        Route("GET", at: "/api/v2/authenticate/{requestor}/{code}", for: .authenticate, errors: .page, .throttled) {
            $0.sendUserAgent($1)
        },
        answering("GET", at: "/api/v2/{requestor}/configuration", for: .configuration, .keepsNothing) {
            state, call throws(EnhancedError) in try state.configureV2(call)
        },
        answering("POST", at: "/api/v2/{requestor}/sessions", for: .registrationCode, .namesDevice) {
            state, call throws(EnhancedError) in try state.createSession(call)
        },
        answering("POST", at: "/api/v2/{requestor}/sessions/{code}", for: .registrationCode) {
            state, call throws(EnhancedError) in try state.resumeSession(call)
        },
        answering("GET", at: "/api/v2/{requestor}/sessions/{code}", for: .poll, .keepsNothing) {
            state, call throws(EnhancedError) in try state.tellSession(call)
        },
        answering("GET", at: "/api/v2/{requestor}/profiles", for: .session, .keepsNothing) {
            state, call throws(EnhancedError) in try state.tellProfiles(call)
        },
        answering("GET", at: "/api/v2/{requestor}/profiles/{mvpd}", for: .session, .keepsNothing) {
            state, call throws(EnhancedError) in try state.tellProfile(call)
        },
        answering("GET", at: "/api/v2/{requestor}/profiles/code/{code}", for: .session, .keepsNothing) {
            state, call throws(EnhancedError) in try state.tellProfileOfCode(call)
        },
        answering("POST", at: "/api/v2/{requestor}/decisions/preauthorize/{mvpd}", for: .preauthorize, .keepsNothing) {
            state, call throws(EnhancedError) in try state.decide(call, isFinal: false)
        },
        answering("POST", at: "/api/v2/{requestor}/decisions/authorize/{mvpd}", for: .authorize) {
            state, call throws(EnhancedError) in try state.decide(call, isFinal: true)
        },
        answering("GET", at: "/api/v2/{requestor}/logout/{mvpd}", for: .logout) {
            state, call throws(EnhancedError) in try state.logOutProfile(call)
        },
        answering("POST", at: "/api/v2/{requestor}/sessions/sso/{partner}", for: .profileRequest, .namesDevice) {
            state, call throws(EnhancedError) in try state.askPartner(call)
        },
        answering("POST", at: "/api/v2/{requestor}/profiles/sso/{partner}", for: .session) {
            state, call throws(EnhancedError) in try state.takePartnerProfile(call)
        },
    ]

    /// A row that only an application with an access token is answered; what is refused is an enhanced error.
    private static func answering(
        _ method: String, at path: String, for purpose: Purpose, _ traits: Traits = [],
        handler: @escaping @Sendable (inout SessionState, ApplicationCall) throws(EnhancedError) -> ServerReply
    ) -> Route {
        Route([method], [path], purpose, .enhanced, traits.union(.throttled)) { state, incoming, alias in
            do throws(EnhancedError) {
                return try handler(&state, try state.proven(incoming, alias: alias))
            } catch {
                return error.reply(trace: state.random.uuid())
            }
        }
    }
}
