import Encodings
import Backend
import Cryptography
import Documents
import Testing

/// Lines 11 and 12: sign-ins that the platform, or a service of the programmer, knows of.
@Suite struct SingleSignOnTests {
    static func status(_ access: String?, _ id: String, _ expires: String) -> [(String, String)] {
        let permission = access.map { #""accessStatus":"\#($0)""# } ?? ""
        let text = #"""
            {"frameworkPermissionInfo":{\#(permission)},"frameworkProviderInfo":{"id":"\#(id)","expirationDate":"\#(expires)"}}
            """#
        return [("AP-Partner-Framework-Status", base64(text))]
    }

    static let late = "4102444800000"
    private static let good = status("granted", "Apple_1", late)
    static let form = [("domainName", "example.test"), ("redirectUrl", Application.redirectURL)]

    @Test(
        "Line 11: a bad status of the framework leads to an ordinary login",
        arguments: [
            ([], "invalid_header_pfs_permission_access_not_present"),
            (status(nil, "Apple_1", late), "invalid_header_pfs_permission_access_not_present"),
            (status("notDetermined", "Apple_1", late), "invalid_header_pfs_permission_access_not_determined"),
            (status("denied", "Apple_1", late), "invalid_header_pfs_permission_access_not_granted"),
            (status("restricted", "Apple_1", late), "invalid_header_pfs_permission_access_not_granted"),
            (status("granted", "Nobody", late), "invalid_header_pfs_provider_id_not_determined"),
            (status("granted", "Apple_1", "1000"), "invalid_header_pfs_provider_info_expired"),
        ])
    func aBadStatusLeadsToALogin(_ headers: [(String, String)], _ code: String) throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let asked = try application.call("POST", "sessions/sso/Apple", Self.form, headers: headers).json
        #expect(asked["actionName"] == "authenticate" && asked["reasonType"] == "pfs_fallback", "\(asked)")
        let less = try application.call("POST", "sessions/sso/Apple", headers: headers).json
        #expect(less["actionName"] == "resume" && less["reasonType"] == "missing_parameters_fallback")
        let given = application.call("POST", "profiles/sso/Apple", [("SAMLResponse", "x")], headers: headers)
        #expect(try given.code() == code)
    }

    @Test("Line 11: the framework's answer becomes a profile, which is left to the platform to end")
    func theFrameworksAnswerBecomesAProfile() throws {
        let bench = try Bench(openWorld: .ofV2())
        let application = try Application(bench.backend.baseURLs[0])
        let asked = try application.call("POST", "sessions/sso/Apple", Self.form, headers: Self.good).json
        #expect(asked["actionName"] == "partner_profile" && asked["mvpd"] == "AppleTV")
        let question = try #require(asked["authenticationRequest"])
        #expect(question["type"] == "saml")
        let request = String(
            decoding: try #require(Base64.decode(question["request"]?.string ?? "")), as: UTF8.self)
        let id = try #require(request.firstMatch(of: /ID="([^"]+)"/)?.1)
        let answer = base64(
            "<Response InResponseTo=\"\(id)\"><Assertion><Subject><NameID>user</NameID></Subject></Assertion></Response>"
        )
        let made = application.call("POST", "profiles/sso/Apple", [("SAMLResponse", answer)], headers: Self.good)
        #expect(made.status == 201)
        let profile = try made.json["profiles"]?["AppleTV"]
        #expect(profile?["type"] == "appleSSO" && profile?["issuer"] == "Apple")
        #expect(profile?["attributes"]?["upstreamUserID"]?["value"] == "user-0001")
        let again = application.call("POST", "profiles/sso/Apple", [("SAMLResponse", answer)], headers: Self.good)
        #expect(try again.code() == "invalid_parameter_saml_response")

        #expect(try application.profile("AppleTV", headers: Self.good)?["type"] == "appleSSO")
        let unproved = application.get("profiles/AppleTV")
        #expect(try unproved.code() == "invalid_header_pfs_permission_access_not_present")
        #expect(application.get("profiles").text == #"{"profiles":{}}"#)
        #expect(application.get("profiles", headers: Self.good).text.contains("appleSSO"))
        #expect(try application.authorize("News", at: "AppleTV", headers: Self.good)[0]["authorized"] == true)
        let elsewhere = application.get("profiles/AppleTV", headers: Self.status("granted", "Nobody", Self.late))
        #expect(try elsewhere.code() == "invalid_header_pfs_provider_id_not_determined")
        // One that has no name of the platform's goes by its own.
        let another = Self.status("granted", "Cablevision", Self.late)
        for refused in [
            application.get("profiles/AppleTV", headers: another),
            application.call(
                "POST", "decisions/authorize/AppleTV", body: #"{"resources":["News"]}"#, headers: another),
        ] {
            #expect(try refused.code() == "invalid_header_pfs_provider_id_mismatch")
        }
        let logout = try application.logOut("AppleTV")
        #expect(logout["actionName"] == "partner_logout" && logout["actionType"] == "partner_interactive")
    }

    @Test func aPartnerThatIsNotSetUpLeadsToALogin() throws {
        let bench = try Bench(
            openWorld: .ofV2 { $0.mvpds[0].properties["platformMappingId"] = "Cable_1" })
        let application = try Application(bench.backend.baseURLs[0])
        let status = Self.status("granted", "Cable_1", Self.late)
        let asked = try application.call("POST", "sessions/sso/Apple", Self.form, headers: status).json
        #expect(asked["actionName"] == "authenticate" && asked["reasonType"] == "configuration_fallback")
        let other = application.call("POST", "sessions/sso/Banana", Self.form, headers: status)
        #expect(try other.code() == "invalid_parameter_partner")
        let given = application.call("POST", "profiles/sso/Apple", headers: status)
        #expect(given.status == 500)
        #expect(try given.code() == "invalid_configuration_mvpd_platform_boarding_status")
    }

    private static func token(_ claims: String, header: String = #"{"alg":"RS256"}"#) -> String {
        [header, claims, "signature"].map { Base64.encodeURLSafe(Array($0.utf8)) }.joined(separator: ".")
    }

    @Test(
        "Line 12: who is known by a token is signed in with another client on another device, and signed out there, too",
        arguments: [("AD-Service-Token", "serviceTokenSSO"), ("Adobe-Subject-Token", "platformSSO")])
    func whoIsKnownIsSignedInElsewhere(_ header: String, _ type: String) throws {
        let bench = try Bench(openWorld: .ofV2())
        let first = try Application(bench.backend.baseURLs[0])
        try first.signIn(headers: [(header, Self.token(#"{"iss":"a","sub":"somebody","iat":1}"#))])
        let second = try Application(bench.backend.baseURLs[0], device: "fingerprint ZGV2aWNlLTAwMDI=")
        let same = [(header, Self.token(#"{"iss":"a","sub":"somebody","iat":2}"#))]
        let stranger = [(header, Self.token(#"{"iss":"a","sub":"another"}"#))]
        #expect(second.get("profiles").text == #"{"profiles":{}}"#)
        #expect(second.get("profiles", headers: stranger).text == #"{"profiles":{}}"#)
        let shown = try #require(try second.profile(headers: same))
        let own = try #require(try first.profile())
        #expect(shown["type"] == .string(type) && shown["notAfter"] == own["notAfter"])
        #expect(try second.beginSession(headers: same).json["reasonType"] == "authenticatedSSO")
        #expect(try second.authorize("News", headers: same)[0]["authorized"] == true)
        #expect(try second.logOut(headers: same)["actionName"] == "logout")
        #expect(try first.profile() == nil && second.profile(headers: same) == nil)
    }

    @Test func aServiceTokenMustBeSignedWhereTheKeyOfItsIssuerIsKnown() throws {
        let key = try PrivateKey.generate(bits: 1_024)
        let world = OpenWorld.ofV2 { $0.requestors[0].serviceTokenKey = key.publicKey.pem }
        let bench = try Bench(openWorld: world)
        let first = try Application(bench.backend.baseURLs[0])
        let text = [#"{"alg":"RS256"}"#, #"{"sub":"somebody"}"#].map { Base64.encodeURLSafe(Array($0.utf8)) }
            .joined(separator: ".")
        let signed = [("AD-Service-Token", text + "." + Base64.encodeURLSafe(key.sign(Array(text.utf8))))]
        try first.signIn(headers: signed)
        let second = try Application(bench.backend.baseURLs[0], device: "fingerprint ZGV2aWNlLTAwMDI=")
        let forged = [("AD-Service-Token", Self.token(#"{"sub":"somebody"}"#))]
        let over = [("AD-Service-Token", Self.token(#"{"sub":"somebody","exp":1}"#))]
        #expect(try second.profile(headers: forged) == nil && second.profile(headers: over) == nil)
        #expect(try second.profile(headers: signed)?["type"] == "serviceTokenSSO")
    }
}
