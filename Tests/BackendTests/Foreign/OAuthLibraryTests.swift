import Backend
import Cryptography
import Testing

/// A clientless device whose OAuth is that of `requests-oauthlib`, whose tokens are read by PyJWT, and whose metadata is
/// decrypted by `cryptography`.
@Suite(
    .enabled(
        if: PythonClient.interpreter(with: PythonClient.oauth) != nil,
        "python3-requests-oauthlib, python3-jwt or python3-cryptography is not installed"))
struct OAuthLibraryTests {
    @Test(arguments: [false, true])
    func aDeviceRegistersIsActivatedPlaysAndLogsOut(_ isStrict: Bool) async throws {
        let key = try PrivateKey.generate(bits: 2_048)
        var user = OpenWorld.sample.users[0]
        user.encryptedMetadata = ["zip"]
        var world = OpenWorld(
            requestors: [
                RequestorScript(id: "REF30", statementKey: key.publicKey.pem, certificate: key.publicKey.pem)
            ], welcome: Welcome(mvpds: true), users: [user])
        world.isStrict = isStrict
        try await PythonClient.run(
            """
            import time
            import jwt
            from oauthlib.oauth2 import BackendApplicationClient
            from requests_oauthlib import OAuth2Session

            programmer = os.environ["PROGRAMMER_KEY"]
            def register(key):
                statement = jwt.encode({"software_id": "player", "exp": time.time() + 60}, key, algorithm="RS256")
                return requests.post(BASE + "/o/client/register", json={"software_statement": statement})
            stranger = serialization.load_pem_private_key(os.environ["OTHER_KEY"].encode(), None)
            assert register(stranger).json() == {"error": "unapproved_software_statement"}, register(stranger).text
            client = register(programmer).json()
            session = OAuth2Session(client=BackendApplicationClient(client["client_id"]))
            session.trust_env = False
            token = session.fetch_token(BASE + "/o/client/token", client_id=client["client_id"],
                                        client_secret=client["client_secret"], include_client_id=True)
            claims = jwt.decode(token["access_token"], PUBLIC_KEY, algorithms=["RS256"], issuer="auth.adobe.com")
            assert claims["exp"] - claims["iat"] == token["expires_in"] == 21600, claims
            session.headers["Accept"] = "application/json"
            device = {"requestor": "REF30", "deviceId": "tv-1"}

            def call(method, path, **more):
                reply = session.request(method, BASE + path, params=dict(device, **more))
                return reply.status_code, reply.json() if reply.text else None
            status, record = call("POST", "/reggie/v1/REF30/regcode", ttl="600")
            assert status == 201 and record["expires"] - record["generated"] == 600000, record
            assert call("POST", "/reggie/v1/REF30/regcode", ttl="36001")[0] == 400
            assert call("GET", "/reggie/v1/REF30/regcode/" + record["code"])[1]["id"] == record["id"]
            assert call("GET", "/api/v1/checkauthn")[0] == 403
            assert call("GET", "/api/v1/tokens/authz", resource="News")[0] == 412
            assert call("GET", "/api/v1/authenticate/" + record["code"])[0] == 404

            # The second screen: a page for the code, then the provider's.
            browser = Browser()
            page = browser.submit(browser.browse("/activate"), code=record["code"].lower())
            action, fields = [f for f in Forms(page.text).forms if f[1].get("mso_id") == "Fiber"][0]
            end = browser.sign_in(action["action"] + "?" + urllib.parse.urlencode(fields))
            assert "You are signed in" in end.text, end.text

            assert call("GET", "/api/v1/checkauthn")[0] == 200
            status, login = call("GET", "/api/v1/tokens/authn")
            assert status == 200 and login["mvpd"] == "Fiber" and login["expires"].isdigit(), login
            status, metadata = call("GET", "/api/v1/tokens/usermetadata")
            assert metadata["encrypted"] == ["zip"] and metadata["data"]["householdID"] == "household-0001", metadata
            private = serialization.load_pem_private_key(programmer.encode(), None)
            zip_code = private.decrypt(base64.b64decode(metadata["data"]["zip"]), padding.PKCS1v15())
            assert json.loads(zip_code) == ["12345"], zip_code
            status, decisions = call("GET", "/api/v1/preauthorize", resource="News,Premium")
            assert [r["authorized"] for r in decisions["resources"]] == [False, True], decisions
            assert decisions["resources"][0]["error"]["code"] == "authorization_denied_by_mvpd", decisions
            assert call("GET", "/api/v1/mediatoken", resource="News")[0] == 403
            status, error = call("GET", "/api/v1/authorize", resource="Premium")
            assert status == 403 and error["message"] == "User not authorized" and "Premium" in error["details"], error
            assert call("GET", "/api/v1/authorize", resource="News")[0] == 200
            status, media = call("GET", "/api/v1/tokens/media", resource="News")
            text = base64.b64decode(media["serializedToken"]).decode()
            assert element("mvpdId", verify_token(text)) == media["mvpdId"] == "Fiber", text
            assert call("DELETE", "/api/v1/logout") == (204, None)
            assert call("GET", "/api/v1/tokens/authn")[0] == 404
            assert call("GET", "/api/v1/authorize", resource="News")[0] == 403
            """, with: PythonClient.oauth, at: try Bench(openWorld: world),
            environment: ["PROGRAMMER_KEY": key.pem, "OTHER_KEY": try PrivateKey.generate(bits: 2_048).pem])
    }
}
