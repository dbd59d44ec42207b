import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Testing
import TestThreads
import Timing

/// What ports write is kept without the secrets in it.
@Suite(.mayBlock) struct RedactionTests {
    /// A URL that has a place of its own is hidden whole, whatever signs its values have.
    @Test(arguments: ["?password=q1w2,e3r4", "?password=q'1w2e3r4&x=1", "?code=e3r", "?x=1&password=(q1w2)e3r4#f"])
    func aParameterOfAURLEndsWhereTheURLSaysSo(query: String) {
        let redacted = Redactor().redacted(url: "https://h/p" + query)
        #expect(redacted.hasPrefix("https://h/p?") && redacted.contains("sha256"))
        for piece in ["e3r", "q'1", "q1w2"] { #expect(!redacted.contains(piece), "\(redacted)") }
    }

    @Test(arguments: [
        "GET /config?access_token=abc.def.ghi1&x=1",
        "Authorization: Bearer q1w2e3r4",
        #"{"client_secret": "hunter-2-hunter"}"#,
        #"{\"authnToken\":\"short-but-told\"}"#,
        "<authnToken>&lt;simpleSamlNameID&gt;TkFNRUlE&lt;/simpleSamlNameID&gt;</authnToken>",
        "signed_requestor_id: AAAAB3NzaC1yc2EAAAADAQABAAAB",
        "unknown key dGhpcyBpcyBhIHZlcnkgbG9uZyBzZWNyZXQgMTIzNDU2Nzg5MA== at the end",
        "sfp 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        "the line {\"params\":{\"token\":\"x1y2z3w4\"}}",
        "connect: pwd=hunter-2 refused", "run --password=q1w2e3r4", "ADOBE_CLIENT_SECRET=q1w2e3r4", "api_key: q1w2e3r4",
        "X-API-Key: q1w2e3r4", "Basic dXNlcjpodW50ZXI=",
        "Authorization: Basic dXNlcjpodW50ZXI=", "refresh_token=q1w2e3r4", #"{"refreshToken": "q1w2e3r4"}"#,
        "Cookie: a=q1w2e3r4; b=2", "GET /callback?state=1&code=q1w2e3r4", "POST /saml?SAMLResponse=PHNhbWxwOlJlc3Bv",
        "opening https://hunter-2:q1w2e3r4@host/", "at (https://u:q1w2,hunter-2@host/y) or https://v:pa'hunter-2]x@h/",
        "at http://h/?j_password=q1w2e3r4", "at http://h/?user%5Bpassword%5D%5B0%5D=hunter-2&x=1",
        "at http://h/?next=http%3A%2F%2Fh%2F%3Faccess_token%3Dq1w2e3r4",
        "body access_token%3Dq1w2e3r4%26x", "at http://h/?next=http%253A%252F%252Fh%253Faccess_token%253Dq1w2e3r4",
        "Authorization: GET requestor_id=REF30, signature=hunter-2",
        "Authorization: Digest a=\"b\", response=\"q1w2e3r4\"",
        "Proxy-Authorization: hunter-2", "the password is q1w2e3r4", "token -> q1w2e3r4", "login otp=q1w2e3r4",
        "pin=q1w2",
        "&sig=q1w2e3r4", "hmac=hunter-2", "auth=hunter-2", "credential=hunter-2", "passwort=hunter-2",
        "python3 -u --password=hunter-2", "mosquitto_pub -u me -p hunter-2 -t x", "curl --user me:q1w2e3r4 http://h/",
        "docker login -u \"me\" -p \"q1w2e3r4\"",
        "key=q1w2e3r4t5y6u7i8o9", "GET /x?session=q1w2e3r4t5y6u7i8o9&y=1", "at https://h/?key=AIq1w2e3r4t5y6u7i8o9-_x",
        "sid=12345678-abcd-abcd-abcd-123456789abc, hunter",
        "pass=q1w2e3r4", "run --pass q1w2e3r4", "creds=q1w2e3r4", "jwt=q1w2e3r4", #"{"key":"q1w2e3r4t5y6u7i8o9"}"#,
        "jwt eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJodW50ZXItMiJ9.c2lnbmF0dXJlMTIzNDU2Nzg",
        #"password: Optional("q1w2e3r4")"#, "password:\tq1w2e3r4", #"password="two hunter-2""#, "userPassword=q1w2e3r4",
        "Authorization=Basic q1w2e3r4", "bearerToken=hunter-2", "at https://h/?user=u&pass=q1w2e3r4",
        "at https://h/?X-Amz-Signature=q1w2e3r4", "at https://h/x;jsessionid=q1w2e3r4?y=1",
        "at https://h/?a=1;access_token=q1w2e3r4", "at https://h/?a=1&amp;password=q1w2e3r4",
        #"{"a":"b\u0026password=q1w2e3r4"}"#,
        "body=access_token=q1w2e3r4&x=1", "GET /v1/password=q1w2e3r4", "curl --data=client_secret=q1w2e3r4 h",
        #"Cookie: sid="q1w2e3r4""#, #"Set-Cookie: a="x"; session=q1w2e3r4; Path=/"#, #"-H "Cookie: a='q1w2e3r4'""#,
        #"{"pass":"q1w2e3r4"}"#, #"{"otp": "q1w2e3r4"}"#, "DB_PASS=q1w2e3r4", "user_pin=q1w2e3r4", "userPass=q1w2e3r4",
        #"{"mvpdToken":"q1w2e3r4"}"#, "appSecret=q1w2e3r4", "secretAccessKey=q1w2e3r4", #"{"tokenValue":"q1w2e3r4"}"#,
        "PGPASSWORD=q1w2e3r4", #"https:\/\/u:q1w2e3r4@h\/x"#, #"at https:\/\/h\/?password=q1w2e3r4"#,
        #"{"name":"password","value":"q1w2e3r4"}"#, #"<input name="password" value="q1w2e3r4">"#,
        "<key>password</key><string>q1w2e3r4</string>", "form-data; name=\"password\"\r\n\r\nq1w2e3r4",
        "('x-api-key', 'q1w2e3r4')", #"<password type="x">q1w2e3r4</password>"#,
        "<password><![CDATA[q1w2e3r4]]></password>",
        "password&#61;q1w2e3r4", #"password\u003dq1w2e3r4"#, "password=b'q1w2e3r4'", "\"password\":\n \"q1w2e3r4\"",
        "token(q1w2e3r4)", "mysql -u me -pq1w2e3r4", "mosquitto_pub -u me -P q1w2e3r4", "curl -ume:q1w2e3r4 h",
        "sshpass -p q1w2e3r4 ssh", "openssl -passin pass:q1w2e3r4", "run --password hunter-2",
        "run --token hunterhunter",
        #"{"password":"two, hunter-2 & \"hunter-2\""}"#, "at http://h/?password=q1%26q1w2&x=1",
        #"{"private_key":"-----BEGIN KEY-----\nMIIabc1\nq1w2e3r4\n-----END"}"#, "mysql -u me -password q1w2e3r4",
        #"{\"log\":\"Cookie: a=q1w2e3r4; b=2\",\"next\":\"News-1\"}"#,
        #"<token password="q1w2e3r4">"#, "<Cookie JSESSIONID=q1w2e3r4 for h/>",
        #"<authorization href="http://u:q1w2e3r4@h/"/>"#, #"<token id="short" type="x">q1w2e3r4</token>"#,
        #"<authnToken value="eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJodW50ZXItMiJ9.c2lnbmF0dXJlMTIzNDU2Nzg"/>"#,
        "{'url':'http://h/p','blob':'TkFNRUlEMTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkw'}",
    ])
    func aSecretIsReplacedByItsHash(text: String) {
        let redacted = Redactor().redacted(text: text)
        #expect(redacted.contains("sha256"))
        for secret in [
            "abc.def.ghi1", "q1w2", "hunter-2", "short-but-told", "TkFNRUlE", "AAAAB3", "dGhpcyBp", "0011223344",
            "x1y2z3w4", "hunterhunter", "dXNlcjpodW50", "PHNhbWxwOl", "eyJzdWIi", "12345678-abcd",
        ] {
            #expect(!redacted.contains(secret))
        }
        #expect(Redactor().redacted(text: redacted) == redacted)
    }

    @Test(arguments: [
        "exited with status 7",
        "Traceback: File \"/usr/lib/python3/dist-packages/some/where/deep/in/here/module_2.py\", line 14",
        "java.lang.IllegalStateException: the token: expired",
        "did not answer a ping within 10.0 seconds",
        "answered 'session/call' with error -32603, no token in AccessEnabler.handleExternalURL",
        "Grüße 😀 an alle", "the password is wrong", "the token is expired", "the signature of the pin differs",
        "no Authorization header", "session=s1 key=METADATA_USER_META", "session=s1f-look0/1 key=Premium-x1abcn12x",
        "key=authorizationCacheEntry2026 in http://h/?key=resource-2026-11-23",
        "docker run -u 1000:1000 -p 8080:80 app",
        "ssh -p 2222 -u me", "run -p hunter2", "adapter -u me -p some/path1 -p verbose", "chown -u www-data:www-data x",
        "all tests pass", "pass: 12 of 12", "pass=true",
        "pass=10000000", "key: METADATA_USER_META",
        "checkAuthorization:resource-1, then getAuthorization: News-x1abcn12x",
        #"{"token":{"issuedAt":1732962000000,"notBefore":"2026-11-30T10:00:00Z"},"hasToken":true}"#,
        "token: 2026-11-30T10:00:00Z is past", "the token of 2026-11-30 expired for Mvpd-x1abcn1, error 401",
        "error code: VSA403, authorization Mvpd-x1abcn1 denied",
        #"{"auth":"required","pass":true,"mvpd":"Mvpd-x1abcn1"}"#,
        #"{"required":["username","password","mvpd-1"]}"#, "http://h/?auth=true&reg_code=K7Q2X4A#top-1",
        #"["token","News-1"] tokens: 5 of 12, cookies: 3"#,
        "setRequestor:signedRequestorID:serviceProviders:secret:publicKey:", #"C:\new\tables\x1 100%20"#,
        "authorization-without-an-access-token[fault=status(500)]", "logout-of-a-platform-login-on-ios-before-3-0",
    ])
    func whatIsNoSecretStaysAsItIs(text: String) {
        #expect(Redactor().redacted(text: text) == text)
    }

    /// A name may be a member beside the value or around it, and the value no text.
    @Test func aValueThatIsNamedBesideItOrAroundItIsASecret() {
        let told: Value = [
            "header": ["name": "X-Api-Key", "value": "swordfish"], "password": .int(1_234_567_891),
            "token": ["value": "swordfish", "hunter-2-hunter": 1, "issuedAt": .int(1_732_962_000_000)],
        ]
        let kept = "\(Redactor().redacted(.call(number: 0, Message("a:", [.init("x", told)]))))"
        for secret in ["swordfish", "1234567891", "hunter-2"] { #expect(!kept.contains(secret), "\(kept)") }
        #expect(kept.contains("1732962000000"))
    }

    /// However much a port calls a secret, and however it is written.
    @Test func whatWasGivenIsNeverForgotten() {
        let given = "a b/hunter&2 and more"
        let redactor = Redactor(secrets: [given])
        for number in 0..<110_000 { redactor.learn(["issued-\(number)-\(number)"]) }
        let message = Message(
            Selector(rawValue: "say:\(given)"), [.init(given, .object(["x=\(given)": .reference(given)]))])
        #expect(!"\(redactor.redacted(.call(number: 1, message)))".contains("hunter"))
        for form in [
            given, "a%20b%2fhunter%262%20and%20more", "a+b%2Fhunter%262+and+more", #"a b\/hunter&2 and more"#,
            "a b/hunter&amp;2 and more", "a%2520b%252Fhunter%25262%2520and%2520more",
        ] {
            #expect(!redactor.redacted(text: form).contains("hunter"))
        }
    }

    /// A port that calls it a secret, too, does not make it one of its own.
    @Test func whatWasGivenStaysSoWhereAPortSaysIt() {
        let given = "given-on-the-command-line-1"
        let redactor = Redactor(secrets: [given])
        _ = redactor.redacted(.call(number: 1, Message("a:", [.init("password", .string(given))])))
        #expect(redactor.redacted(written: Array("at \(given)".utf8)) != nil)
    }

    /// What a port says in front of a name does not make a secret of it.
    @Test func aSelectorIsNoSecretWhateverIsSaidOfItsParts() {
        let redactor = Redactor()
        _ = redactor.redacted(text: #"{"calls":["setRequestor:signedRequestorID:serviceProviders:"]}"#)
        let call = Event.call(number: 1, Message(Selector(rawValue: "setRequestor:serviceProviders:"), []))
        #expect("\(redactor.redacted(call))".contains("setRequestor:serviceProviders:"))
    }

    /// A value that is none is looked at again from its next name on: not to the end of the text for each of a million.
    @Test(arguments: [
        "key=.", "-u.", "-u a -p(/.", "key=./", "token: ", "authorization: x y ", "<token ", "%252525", "://a",
        "token is ", "token=\"",
    ])
    func aFloodOfNamesIsReadOnce(text: String) {
        let flood = String(repeating: text, count: 400_000 / text.utf8.count)
        #expect(Redactor().redacted(text: flood).utf8.count <= 2 * flood.utf8.count)
    }

    /// Those that begin alike are looked for by ever longer beginnings.
    @Test(arguments: [6, 12, 15, 16, 17, 18, 63, 64, 65, 255, 256, 257, 300])
    func secretsOfEveryLengthAreFoundBesideLongerAndShorterOnes(length: Int) {
        let whole = String(repeating: "k7v2q9", count: 60)
        let redactor = Redactor()
        redactor.learn([6, 12, 15, 16, 17, 18, 63, 64, 65, 255, 256, 257, 300].map { String(whole.prefix($0)) })
        let secret = String(whole.prefix(length))
        let digest = Redactor.digest(of: secret)
        #expect(redactor.redacted(text: "x \(secret) y") == "x \(digest) y")
        #expect(redactor.redacted(text: "x \(secret)") == "x \(digest)")
        let written = redactor.redacted(written: Array("x \(secret)".utf8)).map { String(decoding: $0, as: UTF8.self) }
        #expect(written == (length < 16 ? nil : "x \(digest)"))
    }

    /// Secrets of all lengths with one beginning are not all tried at each place that begins so.
    @Test func secretsOfOneBeginningAreFoundAndCostLittle() {
        let redactor = Redactor()
        let secrets = (0..<1_500).map { "aaaa" + String(repeating: "b", count: 70) + String(repeating: "c", count: $0) }
        redactor.learn(secrets + ["aaaaq1w2e3r4t5y6u7"])
        #expect(redactor.redacted(text: "x aaaaq1w2e3r4t5y6u7 y") == "x \(Redactor.digest(of: "aaaaq1w2e3r4t5y6u7")) y")
        for secret in [secrets[9], secrets[100], secrets[900]] {
            #expect(redactor.redacted(text: "x \(secret) y") == "x \(Redactor.digest(of: secret)) y")
        }
        let flood = String(repeating: "aaaab ", count: 100_000)
        #expect(redactor.redacted(text: flood) == flood)
    }

    /// Something that is said by a port with a secret in each text of it.
    private static func events(saying text: String) -> [Event] {
        let nested: Value = ["a": ["b": [.string(text)]], "bytes": .bytes(Array(text.utf8))]
        let message = Message(
            .setToken, [Message.Argument("other", .string(text)), Message.Argument("nested", nested)])
        var header = RunHeader(
            assayVersion: "1", portName: text, portVersion: text, implementation: "exec:" + text, backend: text,
            platform: .iOS, version: .newest, seed: 1, features: [], calls: [], startedAt: 0)
        header.cases = ["c"]
        let sighting = TokenSighting(
            .callback, digest: "sha256:0123456789ab", kind: nil, result: "x",
            remarks: [TokenSighting.Remark(.error, message: text)], requestor: text, resource: text, mvpd: text)
        let request = RequestEvent(
            exchange: 1, provider: "sp1", purpose: .other, method: "GET", path: "/" + text, fields: ["x": text],
            firstByte: .now())
        return [
            .runStarted(header),
            .sessionOpened(SessionHeader(caseID: "c", attempt: Attempt(0), part: 0, bindings: ["x": text])),
            .stepFailed(0, StepFailure(.portGone, text)), .call(number: 0, message),
            .callThrew(number: 0, message: text),
            .callback(CallbackEvent(number: 0, message: message, thread: text)), .request(request),
            .replyBroken(exchange: 1, reason: text), .tokenSeen(sighting), .configurationProcessed(url: text),
            .safariPresented(url: text), .platform(PlatformEvent(.answers, question: 0, details: ["x": nested])),
            .browser(BrowserEvent(.shows, url: text, detail: text)), .portOutput(stream: "stderr", line: text),
            .portEnded(reason: text), .fault(RunFault(.adapter, text)),
            .adapterTried(AdapterTrial(probe: "p", outcome: .broken, detail: text)), .note(text),
            .refused(RefusedRequest(endpoint: 0, status: 400, reason: text)),
        ]
    }

    private static func written(_ event: Event) -> String {
        String(
            decoding: TraceRecord.bytes(
                of: Trace([
                    Observation(
                        sequence: 0, time: .now(), session: .none, event: event)
                ])), as: UTF8.self)
    }

    /// Whatever says it, and however it is written.
    @Test(arguments: [
        "http://h/?access_token=abcdef123456", "https://abcdef123456@h/", "https://abcdef123456:pw@h/x",
        "<signatureInfo>abcdef123456</signatureInfo><authToken></authToken>", "app://x?code=abcdef123456#y",
    ])
    func noEventKeepsASecretThatCanBeTold(text: String) {
        for event in Self.events(saying: text) {
            let redacted = Redactor().redacted(event)
            let kept = Self.written(redacted)
            #expect(!kept.contains("abcdef123456"), "\(kept)")
            #expect(Redactor().redacted(redacted) == redacted)
        }
    }

    /// What was given or issued is found by its value alone, also in the forms of URLs, JSON, XML and Base64.
    @Test(arguments: [
        "a/b c&d<e>\"f\\", "statement.x1n1x", "<signatureInfo>x+/=</signatureInfo>\n<authToken>1</authToken>",
    ])
    func noEventKeepsASecretThatIsKnown(secret: String) throws {
        let redactor = Redactor(secrets: [secret])
        let percent = secret.utf8.map { byte in
            let isLetter = (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2E
            return isLetter
                ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 0x100, radix: 16).dropFirst().uppercased()
        }.joined()
        let xml = secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        for form in [secret, percent, xml] {
            for event in Self.events(saying: "of \(form), it says") {
                let kept = redactor.redacted(event)
                #expect(!Self.written(kept).contains(form) && Self.written(kept).contains("sha256"), "\(kept)")
            }
        }
    }

    @Test(arguments: ["secret:q1w2e3r4", "the eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJodW50ZXItMiJ9.c2lnbmF0dXJlMTIzNDU2Nzg"])
    func anArgumentOfACallbackKeepsNoSecret(text: String) {
        let message = Message(.setToken, [Message.Argument("other", .string(text))])
        guard case .call(_, let kept) = Redactor().redacted(.call(number: 0, message)) else { return }
        let secret = text.split { $0 == ":" || $0 == " " }.last ?? ""
        #expect(kept["other"]?.stringValue?.contains(secret) == false)
    }

    @Test func whatTellsSessionsApartIsNoSecretWhateverAPortCallsIt() {
        let redactor = Redactor()
        let bindings = ["News": "News-x1abcn12x", "software-statement": "statement.x1abcn12x"]
        let opened = redactor.redacted(
            .sessionOpened(SessionHeader(caseID: "c", attempt: Attempt(0), part: 0, bindings: bindings)))
        guard case .sessionOpened(let header) = opened else { return }
        #expect(header.bindings["News"] == "News-x1abcn12x")
        #expect(header.bindings["software-statement"] == Redactor.digest(of: "statement.x1abcn12x"))
        _ = redactor.redacted(.portOutput(stream: "stderr", line: "token=News-x1abcn12x"))
        #expect(redactor.redacted(.note("News-x1abcn12x")) == .note("News-x1abcn12x"))
    }

    /// Names of cases are in files, and a port may call one a token.
    @Test func whatIsWrittenIsFreedOfWhatIsKnownOnlyLater() {
        let redactor = Redactor()
        let line = #"{"case":"race-two-providers","said":"see issued-later-4711/password1"}"#
        #expect(redactor.redacted(written: Array(line.utf8)) == nil)
        _ = redactor.redacted(.portOutput(stream: "stderr", line: "token=race-two-providers"))
        redactor.learn(["issued-later-4711", "password1"])
        let kept = redactor.redacted(written: Array(line.utf8)).map { String(decoding: $0, as: UTF8.self) }
        let digest = Redactor.digest(of: "issued-later-4711")
        #expect(kept == #"{"case":"race-two-providers","said":"see \#(digest)/password1"}"#)
    }

    /// A name that is looked through for each value of a long list takes hours, and hides what it says nothing of.
    @Test func aNameThatNobodyCouldMeanHidesItsValues() {
        let name = String(repeating: "k", count: 4_000_000)
        let values = [Value](repeating: .int(0), count: 500_000) + [.string("q1w2e3r4")]
        let message = Message(.navigateToUrl, [Message.Argument("url", .object([name: .array(values)]))])
        guard case .call(_, let kept) = Redactor().redacted(.call(number: 0, message)) else { return }
        let last = kept["url"]?.objectValue?.first?.value.arrayValue?.last
        #expect(last == .string(Redactor.digest(of: "q1w2e3r4")))
    }

    /// As other languages escape what was given.
    @Test(arguments: [
        "horse%26%3C%22ba%27t%3Est/%C3%A9", #"horse&<\"ba't>st/\u00e9"#, "horse&amp;&lt;&quot;ba&#x27;t&gt;st/é",
        "horse&amp;&lt;&quot;ba&#39;t&gt;st/é", "aG9yc2UmPCJiYSd0PnN0L8Op",
    ])
    func aSecretIsFoundInEverySpelling(form: String) {
        let redactor = Redactor()
        redactor.learn([#"horse&<"ba't>st/é"#])
        let text = redactor.redacted(text: "x \(form) y")
        #expect(!text.contains("horse") && !text.contains("aG9y") && text.contains("sha256"), "\(text)")
    }

    @Test func aTokenKeepsItsKindAndEqualOnesStayEqual() {
        let token = "<signatureInfo>0123456789012345678901234567890</signatureInfo><authToken></authToken>"
        let message = Message(.setToken, [Message.Argument("token", .string(token))])
        guard case .call(_, let kept) = Redactor().redacted(.call(number: 0, message)) else { return }
        #expect(kept["token"] == .string("media-token " + Redactor.digest(of: token)))
    }
}
