import Backend
import Testing

/// A clientless device in Python: its HTTP, HMAC, JSON and HTML are of Python's library, its requests of `requests` where
/// that is installed, and the token is verified by the program openssl.
@Suite(
    .enabled(
        if: Program.areInstalled("python3", "openssl"), "python3 or openssl is not installed"))
struct PythonTests {
    @Test(arguments: [true, false])
    func aSigningDeviceIsActivatedPlaysAndLogsOut(_ isStrict: Bool) async throws {
        var world = OpenWorld(requestors: [
            RequestorScript(id: "REF30", keys: [.init(publicKey: "PUBLIC", privateKey: "PRIVATE")])
        ])
        world.isStrict = isStrict
        let bench = try Bench(openWorld: world)
        let ended = try await Program.run(
            ["python3", "-"], input: Self.script, environment: ["BASE": bench.backend.baseURLs[0]])
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("Verified OK"))
    }

    private static let script = """
        import base64, hashlib, hmac, html.parser, http.cookiejar, json, os, subprocess, tempfile, time
        import urllib.error, urllib.parse, urllib.request, uuid

        BASE = os.environ["BASE"]
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        try:
            import requests
        except ImportError:
            requests = None

        def send(method, url, headers, data=None):
            if requests:
                session = requests.Session()
                session.trust_env = False
                reply = session.request(method, url, headers=headers, data=data)
                return reply.status_code, reply.text
            request = urllib.request.Request(url, method=method, headers=headers, data=data and data.encode())
            try:
                with opener.open(request) as reply:
                    return reply.status, reply.read().decode()
            except urllib.error.HTTPError as error:
                return error.code, error.read().decode()

        def device(method, path, key="PRIVATE", **query):
            text = "%s requestor_id=REF30, nonce=%s, signature_method=HMAC-SHA1, request_time=%d, request_uri=%s" % (
                method, uuid.uuid4(), time.time() * 1000, path)
            signature = base64.b64encode(hmac.new(key.encode(), text.encode(), hashlib.sha1).digest()).decode()
            headers = {"Authorization": "%s, public_key=PUBLIC, signature=%s" % (text, signature),
                       "Accept": "application/json"}
            query = dict(query, requestor="REF30", deviceId="tv-1")
            status, body = send(method, BASE + path + "?" + urllib.parse.urlencode(query), headers)
            return status, json.loads(body) if body else None

        class Forms(html.parser.HTMLParser):
            def __init__(self, page):
                super().__init__()
                self.forms = []
                self.feed(page)
            def handle_starttag(self, tag, attributes):
                attributes = dict(attributes)
                if tag == "form":
                    self.forms.append((attributes, {}))
                elif tag == "input" and self.forms:
                    self.forms[-1][1][attributes["name"]] = attributes.get("value", "")

        def browse(url, data=None):
            with opener.open(urllib.parse.urljoin(BASE, url), data and urllib.parse.urlencode(data).encode()) as reply:
                return reply.read().decode()

        def submit(page, **filling):
            attributes, fields = Forms(page).forms[0]
            fields.update(filling)
            return browse(attributes["action"], fields)

        status, error = device("POST", "/reggie/v1/REF30/regcode", key="WRONG")
        assert status == 401 and error["status"] == 401, error
        status, record = device("POST", "/reggie/v1/REF30/regcode", registrationURL="http://tv.test")
        assert status == 201 and len(record["code"]) == 7 and record["expires"] > record["generated"], record
        assert base64.b64decode(record["info"]["deviceId"]).decode() == "tv-1", record
        assert device("GET", "/api/v1/authenticate/" + record["code"])[0] == 404
        page = browse("/api/v1/authenticate?" + urllib.parse.urlencode({
            "reg_code": record["code"], "requestor_id": "REF30", "mso_id": "Satellite", "domain_name": "adobe.com",
            "noflash": "true", "no_iframe": "true", "redirect_url": BASE + "/activate/done?code=" + record["code"]}))
        page = submit(page, username="user", password="password")
        page = submit(page, decision="allow")
        assert "You are signed in" in submit(page), page
        status, login = device("GET", "/api/v1/authenticate/" + record["code"])
        assert status == 200 and login["mvpd"] == "Satellite" and login["expires"].isdigit(), login
        assert device("GET", "/api/v1/tokens/usermetadata")[1]["data"]["zip"] == ["12345"]
        status, error = device("GET", "/api/v1/authorize", resource="Premium")
        assert status == 403 and error["status"] == 403 and "Premium" in error["details"], error
        assert device("GET", "/api/v1/authorize", resource="News")[0] == 200
        media = device("GET", "/api/v1/mediatoken", resource="News")[1]
        token = base64.b64decode(media["serializedToken"])
        mark = b"<signatureInfo>"
        signature, payload = token[len(mark):].split(mark, 1)
        with tempfile.TemporaryDirectory() as folder:
            for name, data in [("key", send("GET", BASE + "/public-key.pem", {})[1].encode()),
                               ("signature", base64.b64decode(signature)), ("payload", payload)]:
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(data)
            print(subprocess.run(["openssl", "dgst", "-sha256", "-verify", "key", "-signature", "signature", "payload"],
                                 cwd=folder, capture_output=True, text=True).stdout)
        assert device("DELETE", "/api/v1/logout")[0] == 204
        assert device("GET", "/api/v1/checkauthn")[0] == 403
        """
}
