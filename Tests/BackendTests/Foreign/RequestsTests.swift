import Backend
import Testing

/// The three generations of native clients, and a device that signs, over `requests`: from the first request to media
/// token, denial and logout.
@Suite(
    .enabled(
        if: PythonClient.interpreter(with: PythonClient.native) != nil,
        "python3-requests or python3-cryptography is not installed"))
struct RequestsTests {
    @Test func aDeviceOfTheFirstGeneration() async throws {
        try await PythonClient.run(
            """
            browser = Browser()
            device = "00112233445566778899aabbccddeeff" * 2
            root = BASE + "//adobe-services/1.0"
            end = browser.sign_in("/adobe-services/1.0/authenticate/saml?" + urllib.parse.urlencode({
                "noflash": "true", "no_iframe": "true", "mso_id": "Cablevision", "requestor_id": "REF30",
                "domain_name": "adobe.com", "redirect_url": "http://adobepass.ios.app/", "client_type": "iOS",
                "client_version": "1.9"}))
            assert end.headers["Location"] == "http://adobepass.ios.app/", end.headers
            agent = {"User-Agent": "AdobePassNativeClient/1.9.4 (iPhone; U; CPU iPhone OS 9.2.1 like Mac OS X; en-us)"}
            proof = {"requestor_id": "REF30", "signed_requestor_id": base64.b64encode(b"x" * 128).decode(),
                     "device_id": device}
            session = browser.post(root + "/sessionDevice", dict(proof, _method="GET"), headers=agent)
            assert session.status_code == 200 and "text/xml" in session.headers["Content-Type"], session.text
            assert json.loads(unescape(element("userMeta", session.text)))["data"]["userID"] == "user-0001"
            token = unescape(element("authnToken", element("result", session.text)))
            payload = verify_token(token)
            assert element("simpleTokenFingerprint", payload) == hashlib.sha1(device.encode()).hexdigest()

            def authorize(resource):
                return requests.post(root + "/authorizeDevice", dict(
                    proof, resource_id=resource, mso_id="Cablevision", authentication_token=token, userMeta="1"))
            assert "notAuthorized" in authorize("Premium").text
            granted = unescape(element("authzToken", authorize("News").text))
            verify_token(granted)
            listed = requests.post(root + "/preauthorize", [
                ("authentication_token", token), ("requestor_id", "REF30"), ("resource_id", "News"),
                ("resource_id", "Premium")])
            assert re.findall("<id>(.*?)</id><authorized>(.*?)</authorized>", listed.text) == [
                ("Premium", "false"), ("News", "true")], listed.text
            media = requests.post(root + "/deviceShortAuthorize", dict(
                proof, authz_token=granted, session_guid=str(uuid.uuid4()), hashed_guid="false", mso_id="Cablevision"))
            payload = verify_token(media.text)
            assert element("resourceID", payload) == "News" and element("ttl", payload) == "420000", payload
            out = browser.get(BASE + "/adobe-services/logout", params={
                "noflash": "true", "mso_id": "Cablevision", "requestor_id": "REF30"})
            assert out.status_code == 200, out.text
            assert "<pendingLogout" in authorize("News").text
            """, with: PythonClient.native, at: try Bench(openWorld: OpenWorld()))
    }

    @Test(arguments: [false, true])
    func aClientOfToday(_ isStrict: Bool) async throws {
        var world = OpenWorld()
        world.isStrict = isStrict
        try await PythonClient.run(
            """
            fingerprint = uuid.uuid4().hex
            devices = [requests.post(BASE + "/indiv/devices", json={"fingerprint": fingerprint}) for _ in range(2)]
            device = devices[0].json()["deviceId"]
            assert devices[1].json()["deviceId"] == device and devices[0].headers["pass_sfp"], devices[0].headers
            statement = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"
            client = requests.post(BASE + "/o/client/register", json={"software_statement": statement})
            assert client.status_code == 201 and client.headers["Cache-Control"] == "no-store", client.text
            wrong = requests.post(BASE + "/o/client/token", {
                "grant_type": "client_credentials", "client_id": client.json()["client_id"], "client_secret": "x"})
            assert (wrong.status_code, wrong.json()) == (400, {"error": "invalid_client"}), wrong.text
            token = requests.post(BASE + "/o/client/token", {
                "grant_type": "client_credentials", "client_id": client.json()["client_id"],
                "client_secret": client.json()["client_secret"]})
            assert token.status_code == 201 and token.json()["expires_in"] == 21600, token.text
            headers = {"Authorization": "Bearer " + token.json()["access_token"], "Ap_42": "anonymous",
                       "Ap_11": "Linux i686", "Ap_Z": "Mozilla/5.0", "Ap_21": device,
                       "Pass_Sfp": devices[0].headers["pass_sfp"]}
            post = lambda name, **form: requests.post(BASE + "/adobe-services/" + name, form, headers=headers)

            config = requests.get(BASE + "/adobe-services/config", params={
                "requestor_id": "REF30", "access_token": token.json()["access_token"]})
            assert "<id>Cablevision</id>" in config.text, config.text
            code = requests.post(BASE + "/reggie/v1/REF30/regcode.json", {"requestor": "REF30", "deviceId": device},
                                 headers=headers).json()["code"]
            pending = post("session", _method="GET", requestor_id="REF30", reg_code=code)
            assert pending.status_code == 401 and "Data not found" in pending.text, pending.text
            end = Browser().sign_in("/adobe-services/authenticate/saml?" + urllib.parse.urlencode({
                "noflash": "true", "mso_id": "Satellite", "requestor_id": "REF30", "no_iframe": "false",
                "domain_name": "adobe.com", "redirect_url": "adobepass://app", "reg_code": code}))
            assert end.headers["Location"] == "adobepass://app", end.headers
            session = post("session", _method="GET", requestor_id="REF30", reg_code=code)
            authn = unescape(element("authnToken", session.text))
            payload = verify_token(authn)
            assert element("simpleTokenMsoID", payload) == "Satellite", payload
            headers.update(ap_19=element("simpleSamlNameID", payload), ap_23=element("simpleSamlSessionIndex", payload))
            authorize = lambda resource: post("authorize", resource_id=resource, requestor_id="REF30",
                                              authentication_token=authn, mso_id="Satellite", userMeta="1")
            denied = authorize("Premium").text
            assert "<error><notAuthorized/>" in denied and "Premium" in element("details", denied), denied
            media = post("shortAuthorize", authz_token=unescape(element("authzToken", authorize("News").text)),
                         requestor_id="REF30", session_guid=element("simpleTokenAuthenticationGuid", payload),
                         hashed_guid="false")
            assert element("sessionGUID", verify_token(media.text)) == element("simpleTokenAuthenticationGuid", payload)
            other = dict(headers, Ap_21=hashlib.sha256(b"another").hexdigest())
            strange = requests.post(BASE + "/adobe-services/authorize", {
                "resource_id": "News", "requestor_id": "REF30", "authentication_token": authn}, headers=other)
            assert "<pendingLogout" in strange.text, strange.text
            for name in ["Ap_42", "Ap_11", "Ap_Z", "Ap_21", "Pass_Sfp"]:
                fewer = requests.post(BASE + "/adobe-services/authorize", {
                    "resource_id": "News", "requestor_id": "REF30", "authentication_token": authn},
                    headers={key: value for key, value in headers.items() if key != name})
                if \(isStrict ? "True" : "False"):
                    assert fewer.status_code == 400 and f"The header {name.lower()} is" in fewer.text, fewer.text
                else:
                    assert fewer.status_code == 200 and "authzToken" in fewer.text, (name, fewer.text)
            headers["Authorization"] = "Bearer wrong"
            refused = authorize("News")
            assert (refused.status_code, refused.json()) == (401, {"error": "access_denied"}), refused.text
            headers["Authorization"] = "Bearer " + token.json()["access_token"]
            Browser().browse("/adobe-services/logout?requestor_id=REF30&mso_id=Satellite&redirect_url=adobepass%3A%2F%2Flogout")
            assert "<pendingLogout" in authorize("News").text
            """, with: PythonClient.native, at: try Bench(openWorld: world))
    }

    @Test func aDeviceWithATemporaryPass() async throws {
        try await PythonClient.run(
            """
            device = {"requestor": "REF30", "deviceId": "guest"}
            def call(method, path, **more):
                reply = requests.request(method, BASE + "/api/v1/" + path, params=dict(device, **more))
                return reply.status_code, reply.text
            def preview(**form):
                return requests.post(BASE + "/api/v1/authenticate/freepreview", dict(
                    requestor_id="REF30", deviceId="guest", mso_id="TempPass", **form)).status_code
            assert preview() == 400 and preview(domain_name="adobe.com", generic_data='("email":"a@b.c")') == 204
            assert call("GET", "checkauthn")[0] == 200
            status, login = call("GET", "tokens/authn")
            left = int(element("expires", element("authentication", login))) / 1000 - __import__("time").time()
            assert element("mvpd", login) == "TempPass" and 500 < left <= 600, login
            status, denied = call("GET", "authorize", resource="Premium")
            assert status == 403 and element("message", denied) == "User not authorized", denied
            status, granted = call("GET", "authorize", resource="News")
            assert status == 200 and element("resource", element("authorization", granted)) == "News", granted
            status, media = call("GET", "mediatoken", resource="News")
            verify_token(base64.b64decode(element("serializedToken", element("play", media))).decode())
            status, decisions = call("GET", "preauthorize", resource="News,Premium")
            assert re.findall("<authorized>(.*?)</authorized>", decisions) == ["false", "true"], decisions
            assert call("GET", "tokens/usermetadata")[0] == 404
            assert call("DELETE", "logout") == (204, "") and call("GET", "checkauthn")[0] == 403
            assert requests.delete(BASE + "/reset-tempass/v3/reset", params={
                "requestor_id": "REF30", "mvpd_id": "TempPass", "device_id": "guest"}).status_code == 204
            """, with: PythonClient.native, at: try Bench(openWorld: OpenWorld()))
    }

    @Test(arguments: [true, false])
    func aSigningDeviceIsActivatedPlaysAndLogsOut(_ isStrict: Bool) async throws {
        var world = OpenWorld(requestors: [
            RequestorScript(id: "REF30", keys: [.init(publicKey: "PUBLIC", privateKey: "PRIVATE")])
        ])
        world.isStrict = isStrict
        try await PythonClient.run(
            """
            import hmac, time
            def device(method, path, key="PRIVATE", **query):
                text = "%s requestor_id=REF30, nonce=%s, signature_method=HMAC-SHA1, request_time=%d, request_uri=%s" % (
                    method, uuid.uuid4(), time.time() * 1000, path)
                signature = base64.b64encode(hmac.new(key.encode(), text.encode(), hashlib.sha1).digest()).decode()
                headers = {"Authorization": "%s, public_key=PUBLIC, signature=%s" % (text, signature),
                           "Accept": "application/json"}
                reply = requests.request(
                    method, BASE + path, params=dict(query, requestor="REF30", deviceId="tv-1"), headers=headers)
                return reply.status_code, reply.json() if reply.text else None

            status, error = device("POST", "/reggie/v1/REF30/regcode", key="WRONG")
            assert status == 401 and error["status"] == 401, error
            status, record = device("POST", "/reggie/v1/REF30/regcode", registrationURL="http://tv.test")
            assert status == 201 and len(record["code"]) == 7 and record["expires"] > record["generated"], record
            assert base64.b64decode(record["info"]["deviceId"]).decode() == "tv-1", record
            assert device("GET", "/api/v1/authenticate/" + record["code"])[0] == 404
            page = Browser().sign_in("/api/v1/authenticate?" + urllib.parse.urlencode({
                "reg_code": record["code"], "requestor_id": "REF30", "mso_id": "Satellite", "domain_name": "adobe.com",
                "noflash": "true", "no_iframe": "true", "redirect_url": BASE + "/activate/done?code=" + record["code"]}))
            assert "You are signed in" in page.text, page.text
            status, login = device("GET", "/api/v1/authenticate/" + record["code"])
            assert status == 200 and login["mvpd"] == "Satellite" and login["expires"].isdigit(), login
            assert device("GET", "/api/v1/tokens/usermetadata")[1]["data"]["zip"] == ["12345"]
            status, error = device("GET", "/api/v1/authorize", resource="Premium")
            assert status == 403 and error["status"] == 403 and "Premium" in error["details"], error
            assert device("GET", "/api/v1/authorize", resource="News")[0] == 200
            media = device("GET", "/api/v1/mediatoken", resource="News")[1]
            verify_token(base64.b64decode(media["serializedToken"]).decode())
            assert device("DELETE", "/api/v1/logout")[0] == 204
            assert device("GET", "/api/v1/checkauthn")[0] == 403
            """, with: PythonClient.native, at: try Bench(openWorld: world))
    }
}
