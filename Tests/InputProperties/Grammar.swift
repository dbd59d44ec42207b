/// Sentences of words that mean something to a reader.
enum Grammar {
    /// Each byte is a word, and a byte of 0xC0 and more says that the next one stands for itself.
    static func sentence(of bytes: [UInt8], words: [String]) -> [UInt8] {
        var sentence: [UInt8] = []
        var index = 0
        while index < bytes.count, sentence.count < 65_536, !words.isEmpty {
            let byte = bytes[index]
            if byte >= 0xC0 {
                index += 1
                if index < bytes.count { sentence.append(bytes[index]) }
            } else {
                sentence += words[Int(byte) % words.count].utf8
            }
            index += 1
        }
        return sentence
    }

    static let words: [InputProperty: [String]] = [
        .head: http, .line: json + messages, .trace: json + observations, .yaml: yaml, .control: http + control,
        .service: http + service,
    ]

    private static let numbers = [
        "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e308", "1.5", "65536",
    ]

    private static let http =
        [
            "GET ", "POST ", "PUT ", "DELETE ", "OPTIONS ", "HEAD ", "/", "*", "?", "&", "=", "%00", "%", "..",
            " HTTP/1.1\r\n",
            " HTTP/1.0\r\n", "\r\n", "\n", "\r", " ", "\t", ":", ",", "Host: h\r\n", "Host: [::1]:80\r\n", "Host: ",
            "\r\n\r\n",
            "Content-Length: 5\r\n", "Content-Length: ", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: ",
            "Connection: close\r\n", "Expect: 100-continue\r\n", "5\r\nabcde\r\n", "0\r\n\r\n", "0\r\n", ";a=\"b\"\r\n",
            "ffffffff",
            "Trailer: x\r\n", " folded\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
        ] + numbers

    private static let control = [
        "PUT /v1/", "POST /v1/", "GET /v1/", "DELETE /v1/", "status", "requests", "trace", "gates", "gates/release",
        "latency",
        "faults", "logout", "reset", "?after=", "&count=", "&provider=sp1", "&purpose=session", "&outcome=held",
        "?from=",
        " HTTP/1.1\r\nHost: localhost\r\nAssay-Control: 1\r\nContent-Length: 64\r\n\r\n", "{", "}", "\"", "[", "]",
        "\"provider\":\"sp1\"", "\"providers\":[\"sp1\"]", "\"purpose\":\"session\"", "\"latency\":\"", "\"fault\":\"",
        "\"times\":", "\"chance\":", "\"user\":\"user\"", "uniform(20ms,80ms)", "exponential(", "106751d", "1e-10ms",
        "status(503)",
        "truncate(", "delay(", ")",
    ]

    private static let service = [
        "/adobe-services/config/R",
        "/adobe-services/authenticate/saml?requestor_id=R&mso_id=Cablevision&redirect_url=app:x",
        "/adobe-services/session", "/adobe-services/authorize", "/adobe-services/shortAuthorize",
        "/adobe-services/preauthorize",
        "/adobe-services/logout?requestor_id=R", "/reggie/v1/R/regcode", "/api/v1/tokens/authn?requestor=R&deviceId=d",
        "/api/v1/authorize?", "/api/v1/preauthorize?", "/api/v1/logout?", "/o/client/register", "/o/client/token",
        "/activate", "/activate/choose", "/mvpd/Cablevision/sso?", "/mvpd/Cablevision/login",
        "/sp/saml/SAMLAssertionConsumer",
        "/indiv/devices", "Authorization: Bearer ",
        "Authorization: GET requestor_id=R, nonce=n, signature_method=HMAC-SHA1, ",
        "request_time=", ", request_uri=/authn, public_key=a, signature=b\r\n", "Accept: application/json\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n", "Content-Type: application/json\r\n",
        " HTTP/1.1\r\nHost: h\r\nContent-Length: 128\r\n\r\n", "requestor_id=R", "resource_id=", "mvpd_id=Cablevision",
        "authn_token=", "authz_token=", "<signatureInfo>AAAA<signatureInfo>", "<authToken>", "</authToken>", "<ttl>",
        "</ttl>",
        "<issueTime>", "2026-01-01 00:00:00 +0000", "</issueTime>", "<rss><channel><title>",
        "{\"software_statement\":\"",
        "eyJhbGciOiJSUzI1NiJ9.e30.", "grant_type=client_credentials", "reg_code=", "device_id=d", "SAMLResponse=",
        "RelayState=",
    ]

    private static let json =
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\uD800", "\\uDC00", "null", "true", "{}", "[]",
            "\"\"", "\"a\"", "\"s1\"",
            "[[[[[[[[", "e\u{301}", "\u{E9}",
        ] + numbers

    private static let messages = [
        "{\"jsonrpc\":\"2.0\",", "\"id\":", "\"method\":\"session/event\",", "\"method\":\"tap\",",
        "\"method\":\"platform\",",
        "\"method\":\"log\",", "\"method\":\"session/call\",", "\"method\":\"session/open\",", "\"params\":{",
        "\"result\":",
        "\"error\":{\"code\":", "\"message\":", "\"session\":\"s\",", "\"seq\":", "\"n\":", "\"ts\":",
        "\"selector\":\"setRequestorComplete:\",",
        "\"arguments\":{", "\"status\":", "\"thread\":", "\"duringCall\":", "\"kind\":\"configuration\",", "\"url\":",
        "\"question\":",
        "\"protocolVersion\":\"1.0\",", "\"port\":{\"name\":\"p\",\"version\":\"1\"},",
        "\"api\":{\"family\":\"AccessEnabler\",\"version\":\"3.9.2\",\"platforms\":[\"ios\"]},",
        "\"calls\":[\"logout\"],\"callbacks\":[],\"features\":[],", "\"limits\":{\"lineBytes\":", "\"sessions\":",
        "\"clock\":{\"origin\":\"machine\",\"now\":", "\"number\":", "\"text\":", "\"$data\":\"AA==\"", "\"$date\":",
        "},",
    ]

    private static let observations = [
        "{\"seq\":", ",\"at\":", ",\"session\":\"s1\",\"event\":", "\"callback\"", "\"call\"", "\"request\"",
        "\"reply\"", "\"quiet\"",
        "\"session-opened\"", "\"step-failed\"", "\"port-ended\"", "\"token-seen\"", "\"run-started\"", "\"browser\"",
        "\"note\"", "\"fault\"",
        ",\"number\":", ",\"exchange\":", ",\"provider\":\"sp1\"", ",\"purpose\":\"session\"",
        ",\"method\":\"GET\",\"path\":\"/\"",
        ",\"fields\":{}", ",\"selector\":\"setRequestorComplete:\",\"arguments\":{\"status\":", ",\"thread\":\"t\"",
        ",\"firstByte\":",
        ",\"lastByte\":", ",\"status\":", ",\"step\":", ",\"kind\":", ",\"message\":", ",\"reason\":", ",\"text\":",
        ",\"duration\":",
        ",\"stream\":\"log\",\"line\":",
    ]

    private static let yaml =
        [
            "schema: assay/world/1\n", "schema: assay/contract/2\n", "schema: assay/load/2\n", "\n", "  ", "    ", "- ",
            ": ", ", ", "[", "]",
            "{", "}", "|\n", ">-\n", "'", "\"", "# \n", "&a ", "*a", "!!set ", "? ", "---\n", "...\n", "%YAML 1.2\n",
            "\t", "<<: ", "~", "e\u{301}",
            "welcome: ", "requestors:\n", "mvpds:\n", "users:\n", "id: ", "title: ", "level: MUST\n",
            "cites: [AE-Q-001]\n", "steps:\n",
            "  - call: logout\n", "  - await: \"setAuthenticationStatus:errorCode:\"\n", "    with: ", "matrix:\n",
            "  a: ", "fixture:\n", "allow: ",
            "  - release: ", "  - expire: ", "  - latency: ", "arrivals: ", "rate: ", "duration: ", "providers: ",
            "latency: ", "faults:\n",
            "exponential(106751d)", "uniform(1ms,2ms)", "1e-10/s", "100/s", "ramp(1/s, 2/s)", "$sp1", "$requestor",
            "lifetimes:\n", "  authn: ",
            "thresholds:\n", "  - ", "1d", "5s", "p99 < 1s", "traffic:\n", "iterations: ", "users: ",
        ] + numbers
}
