import Evidence

extension ProviderConductTests {
    private static let registration = Answer(
        "POST", "/o/client/register",
        #"{"client_id":"c","client_secret":"s","client_id_issued_at":1,"redirect_uris":["app://a"],"#
            + #""grant_types":["client_credentials"]}"#
    ).with {
        $0.status = 201
        $0.headers["cache-control"] = "no-store"
    }

    private static let accessToken = Answer(
        "POST", "/o/client/token", #"{"access_token":"a","created_at":1,"expires_in":3600,"token_type":"bearer"}"#
    ).with { $0.headers["cache-control"] = "no-store" }

    private static let device = Answer("POST", "/indiv/devices", #"{"deviceId":"d"}"#)
        .with { $0.headers["pass_sfp"] = "p" }

    private static let code = Answer(
        "POST", "/reggie/v1/R/regcode",
        #"{"id":"i","code":"ABC1234","requestor":"R","generated":1,"expires":2,"info":{}}"#
    ).with { $0.status = 201 }

    private static let configuration = Answer(
        "GET", "/api/v2/R/configuration",
        #"{"requestor":{"id":"R","name":"R","mvpds":[{"id":"M","displayName":"M","isTempPass":false}]}}"#)

    private static let login = Answer("GET", "/adobe-services/authenticate/saml", "").with {
        $0.status = 302
        $0.headers["location"] = "https://m/"
    }

    private static let session = Answer(
        "POST", "/adobe-services/session", "<session><authnToken>t</authnToken></session>")

    private static let deviceAuthorization = Answer(
        "GET", "/api/v1/authorize", #"{"mvpd":"M","requestor":"R","resource":"News","expires":"1"}"#
    ).with { $0.fields = ["requestor": "R", "resource": "News"] }

    private static let deviceRefusal = Answer("GET", "/api/v1/authorize", #"{"status":403,"message":"no"}"#)
        .with { $0.status = 403 }

    private static let v2Session = Answer(
        "POST", "/api/v2/R/sessions",
        #"{"actionName":"authenticate","actionType":"interactive","reasonType":"none","url":"/u","code":"ABC1234","#
            + #""sessionId":"s","serviceProvider":"R","notBefore":"1","notAfter":"2"}"#)

    private static let profiles = Answer(
        "GET", "/api/v2/R/profiles/M",
        #"{"profiles":{"M":{"notBefore":1,"notAfter":2,"issuer":"M","type":"regular","#
            + #""attributes":{"zip":{"value":"sha256:0","state":"plain"}}}}}"#)

    private static let error =
        #"{"action":"none","status":403,"code":"authorization_denied_by_mvpd","message":"no","helpUrl":"https://h/"}"#

    private static let denial = Answer(
        "POST", "/api/v2/R/decisions/authorize/M",
        #"{"decisions":[{"resource":"News","serviceProvider":"R","mvpd":"M","source":"mvpd","authorized":false,"error":"#
            + error + "}]}")

    private static let logout = Answer(
        "GET", "/api/v2/R/logout/M",
        #"{"logouts":{"M":{"mvpd":"M","actionName":"logout","actionType":"interactive","url":"/u"}}}"#)

    private static let v2Refusal = Answer(
        "GET", "/api/v2/R/profiles/M",
        #"{"action":"none","status":400,"code":"invalid_parameter_mvpd","message":"no","helpUrl":"https://h/"}"#
    ).with { $0.status = 400 }

    private static let authorization = Answer("POST", "/adobe-services/authorize", "<a><authzToken>t</authzToken></a>")
        .with {
            $0.fields = ["requestor_id": "R", "mso_id": "M", "resource_id": "News", "device_id": "d"]
            $0.token = TokenSighting(
                .reply, digest: "sha256:1", kind: .authorization, result: "VALID_TOKEN", requestor: "R",
                resource: "News",
                mvpd: "M", remaining: 1_000, isOfDevice: true)
        }

    private static let media = Answer("POST", "/adobe-services/shortAuthorize", "").with {
        $0.form = .token
        $0.token = TokenSighting(.reply, digest: "sha256:2", kind: .media, result: "VALID_TOKEN", remaining: 1_000)
    }

    static let mistakes: [Mistake] = [
        Mistake("documented-statuses", configuration, "status 418 is none of 200, 400, 401") { $0.status = 418 },
        Mistake("redirects", login, "status 302 came without Location") { $0.headers["location"] = nil },
        Mistake("readable-documents", deviceAuthorization, "the answer cannot be read: 1:2: no") {
            ($0.form, $0.body) = (.unreadable, "1:2: no")
        },
        Mistake("media-types", configuration, "JSON is due, and text/html came") {
            $0.headers["content-type"] = "text/html"
        },
        Mistake(
            "configurations", configuration, "isTempPass is \"no\", expected true or false",
            replace: "false", by: "\"no\""),
        Mistake(
            "requestor-of-the-configuration", configuration, "the configuration is that of \"S\"",
            replace: "\"id\":\"R\"", by: "\"id\":\"S\""),
        Mistake("registrations", registration, "client_secret is missing", replace: "client_secret", by: "secret"),
        Mistake("registrations", registration, "Cache-Control does not say no-store") {
            $0.headers["cache-control"] = nil
        },
        Mistake(
            "registration-errors",
            Answer("POST", "/o/client/token", #"{"error":"invalid_client"}"#).with { $0.status = 400 },
            "error is \"nobody\"", replace: "invalid_client", by: "nobody"),
        Mistake("access-tokens", accessToken, "token_type is \"mac\", expected bearer", replace: "bearer", by: "mac"),
        Mistake(
            "access-tokens", accessToken, "expires_in is \"3600\", expected a number", replace: "3600", by: "\"3600\""),
        Mistake("devices", device, "the head has no pass_sfp") { $0.headers["pass_sfp"] = nil },
        Mistake(
            "registration-codes", code, "code is \"abc1234\", expected six or seven capitals and digits",
            replace: "ABC1234", by: "abc1234"),
        Mistake("registration-codes", code, "expires is not after generated", replace: ":2,", by: ":1,"),
        Mistake("native-answers", session, "the answer has no authnToken", replace: "authnToken", by: "token"),
        Mistake(
            "native-answers",
            Answer(
                "POST", "/adobe-services/preauthorize",
                "<resources><resource><id>News</id><authorized>true</authorized></resource></resources>"),
            "authorized of resource 1 is \"yes\"", replace: "true", by: "yes"),
        Mistake("clientless-answers", deviceAuthorization, "expires is a number", replace: "\"1\"", by: "1"),
        Mistake(
            "clientless-answers", deviceAuthorization, "resource is \"Sports\", and \"News\" was asked for",
            replace: "News", by: "Sports"),
        Mistake(
            "clientless-errors", deviceRefusal, "the error says status 404, and the answer has 403",
            replace: "403", by: "404"),
        Mistake("clientless-errors", deviceRefusal, "status 403 came without an error in its body") {
            ($0.form, $0.body) = (.empty, "")
        },
        Mistake(
            "sessions", v2Session, "actionType is \"direct\", expected interactive",
            replace: "interactive", by: "direct"),
        Mistake(
            "sessions", v2Session, "notAfter is a number, expected a text of milliseconds", replace: "\"2\"", by: "2"),
        Mistake(
            "profiles", profiles, "profiles.M.issuer is \"N\", expected M", replace: "issuer\":\"M\"",
            by: "issuer\":\"N\""),
        Mistake(
            "profiles", profiles, "profiles.M.attributes.zip.state is \"open\"", replace: "plain", by: "open"),
        Mistake(
            "decisions", denial, "decisions.0.error is missing, and it is a denial", replace: "error", by: "reason"),
        Mistake(
            "decisions", denial, "decisions.0.error.action is \"retry\", and authorization_denied_by_mvpd has none",
            replace: "none", by: "retry"),
        Mistake("logouts", logout, "logouts.M.url is missing", replace: "url", by: "link"),
        Mistake(
            "enhanced-errors", v2Refusal, "the error says status 401, and the answer has 400", replace: "400", by: "401"
        ),
        Mistake("enhanced-errors", v2Refusal, "status 400 came without an enhanced error") {
            ($0.form, $0.body) = (.empty, "")
        },
        Mistake("sound-tokens", authorization, "the authorization token is bad: INVALID_SIGNATURE") {
            $0.token?.result = "INVALID_SIGNATURE"
        },
        Mistake("tokens-of-the-device", authorization, "is bound to another device") { $0.token?.isOfDevice = false },
        Mistake("tokens-of-the-requestor", authorization, "is for requestor \"S\", and \"R\" was asked for") {
            $0.token?.requestor = "S"
        },
        Mistake("tokens-of-the-mvpd", authorization, "is for MVPD \"N\"") { $0.token?.mvpd = "N" },
        Mistake("tokens-of-the-resource", authorization, "is for resource \"Sports\"") {
            $0.token?.resource = "Sports"
        },
        Mistake("media-tokens", media, "the media token had expired 5 ms before it was handed out") {
            $0.token?.remaining = -5
        },
        Mistake("media-tokens", media, "the media token had expired 9223372036854775808 ms before it was handed out") {
            $0.token?.remaining = .min
        },
    ]
}
