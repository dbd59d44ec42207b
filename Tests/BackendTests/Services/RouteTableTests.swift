import ServiceProtocol
import Testing

@testable import Backend

/// Where requests go, by path and method.
@Suite struct RouteTableTests {
    private func destination(_ path: String, _ method: String = "GET") -> Destination {
        RouteTable.all.destination(of: path, method: method)
    }

    @Test func eachPathAndMethodBelongToOneRoute() {
        let pairs = RouteTable.routes.flatMap { route in
            route.paths.flatMap { path in route.methods.map { "\($0) \(path)" } }
        }
        #expect(Set(pairs).count == pairs.count)
    }

    /// Of two paths that fit, such as `freepreview` and `{code}`, the one with the words must stand first.
    @Test func everyRouteIsFoundAtItsOwnPath() {
        for route in RouteTable.routes {
            for path in route.paths {
                for method in route.methods {
                    let found = destination(path.replacing("{}", with: "x"), method)
                    #expect(found.route === route, "\(method) \(path)")
                }
            }
        }
    }

    @Test(arguments: [
        ("/o/client/register", "POST", Purpose.registration, ["POST", "OPTIONS"]),
        ("/adobe-services/config/REF", "GET", .configuration, ["GET", "HEAD", "OPTIONS"]),
        ("/adobe-services/1.0/config/REF", "GET", .configuration, ["GET", "HEAD", "OPTIONS"]),
        ("/api/v1/config/REF.json", "HEAD", .other, ["GET", "HEAD", "OPTIONS"]),
        ("/reggie/v1/REF/regcode/A", "GET", .poll, ["GET", "DELETE", "HEAD", "OPTIONS"]),
        ("/reggie/v1/REF/regcode/A", "DELETE", .registrationCode, ["GET", "DELETE", "HEAD", "OPTIONS"]),
        ("/reggie/v1/REF/regcode/A", "OPTIONS", .preflight, ["GET", "DELETE", "HEAD", "OPTIONS"]),
        ("/api/v1/authenticate/freepreview", "POST", .freePreview, ["POST", "OPTIONS"]),
        ("/api/v1/authenticate/CODE.xml", "GET", .session, ["GET", "HEAD", "OPTIONS"]),
        ("/api/v1/checkauthn", "GET", .session, ["GET", "HEAD", "OPTIONS"]),
        ("/api/v1/checkauthn/CODE", "GET", .poll, ["GET", "HEAD", "OPTIONS"]),
        ("/api/v1/tokens/authn", "POST", .session, ["GET", "POST", "HEAD", "OPTIONS"]),
        ("/api/v1/REF/profile-requests/M", "GET", .profileRequest, ["GET", "HEAD", "OPTIONS"]),
        ("/mvpd/M/sso", "GET", .page, ["POST", "GET", "HEAD", "OPTIONS"]),
        ("/", "GET", .other, ["GET", "HEAD", "OPTIONS"]),
        ("/adobe-services/config/REF/more", "GET", .other, ["OPTIONS"]),
        ("/indiv", "GET", .other, ["OPTIONS"]),
    ])
    func aPathHasItsPurposeAndItsMethods(
        _ path: String, _ method: String, _ purpose: Purpose, _ allowed: [String]
    ) {
        #expect(destination(path, method).purpose(method: method) == purpose)
        #expect(destination(path, method).allowedMethods == allowed)
    }

    @Test func whatThePathNamesIsKnownByItsName() {
        #expect(destination("/reggie/v1/REF/regcode/A.json").values == ["requestor": "REF", "code": "A"])
        #expect(destination("/api/v1/REF/profile-requests/M").values == ["requestor": "REF", "mvpd": "M"])
        #expect(destination("/api/v1/checkauthn").values == [:])
    }

    @Test func onlyCallsThatTheDocumentsNameAreThrottled() {
        #expect(destination("/o/client/token").has(.throttled))
        #expect(destination("/api/v1/authorize").has(.throttled))
        #expect(!destination("/adobe-services/authorize").has(.throttled))
        #expect(!destination("/indiv/devices").has(.throttled))
    }
}
