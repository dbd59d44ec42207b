import Backend
import Cryptography
import Documents
import Testing

@Suite struct StateTests {
    @Test func clientsCodesAndLoginsOutliveARestart() throws {
        var options = BackendOptions()
        options.key = try PrivateKey.generate(bits: 1_024)
        let first = try Bench(openWorld: OpenWorld(), options: options)
        let tv = try Television(first.backend.baseURLs[0], format: "json")
        let code = try tv.value("code", of: tv.post("/reggie/v1/REF30/regcode"))
        let visitor = try Visitor(first.backend.baseURLs[0])
        #expect(try visitor.signIn("Cablevision").location == "https://player.adobe.com/live")
        let ask = [("requestor_id", "REF30"), ("_method", "GET")]
        let caller = try Caller(first.backend.baseURLs[0])
        let token = try text(
            of: "authnToken",
            in: caller.post("/adobe-services/session", headers: visitor.cookieHeader, form: ask))
        let client = try JSON.parse(caller.post("/o/client/register", body: #"{"software_statement": "x"}"#).body)
        let authorization = [("requestor_id", "REF30"), ("resource_id", "News"), ("authentication_token", token)]
        #expect(caller.post("/adobe-services/authorize", form: authorization).text.contains("<authzToken>"))

        let second = try Bench(openWorld: OpenWorld(), options: options)
        try second.backend.restore(first.backend.savedState, file: "state.json")
        #expect(second.backend.savedState == first.backend.savedState)
        let later = try Television(second.backend.baseURLs[0], format: "json")
        #expect(later.get("/reggie/v1/REF30/regcode/\(code)").status == 200)
        let other = try Caller(second.backend.baseURLs[0])
        #expect(other.post("/adobe-services/authorize", form: authorization).text.contains("<authzToken>"))
        let access = other.post(
            "/o/client/token",
            form: [
                ("grant_type", "client_credentials"), ("client_id", client["client_id"]?.string ?? ""),
                ("client_secret", client["client_secret"]?.string ?? ""),
            ])
        #expect(access.status == 201)
    }

    /// As many logins as are kept take more than other documents may have.
    @Test func aStateOfAnySizeIsTakenBack() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let secret = String(repeating: "x", count: 65 << 20)
        let text = #"{"schema": "assay/state/1", "clients": [{"id": "a", "secret": "\#(secret)"}]}"#
        try bench.backend.restore(Array(text.utf8), file: "state.json")
        #expect(bench.backend.savedState.count > secret.utf8.count)
    }

    @Test func anOpenWorldForgetsWhenItHasGivenOutTooManyTokens() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let login = """
            {"requestor": "REF30", "mvpd": "Cablevision", "key": "code", "keyValue": "C", "guid": "g", "expires": 1,
             "standing": "active"}
            """
        let tokens = (0...200_000).map { "{\"text\": \"\($0)\", \"login\": 0}" }.joined(separator: ",")
        let text = "{\"schema\": \"assay/state/1\", \"logins\": [\(login)], \"authentications\": [\(tokens)]}"
        try bench.backend.restore(Array(text.utf8), file: "state.json")
        #expect(try JSON.parse(bench.backend.savedState)["authentications"]?.array?.count == 200_001)
        _ = try Caller(bench.backend.baseURLs[0]).post("/adobe-services/session")
        #expect(try JSON.parse(bench.backend.savedState)["authentications"] == [])
    }

    @Test func aStateThatMakesNoSenseIsLeftOut() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let text =
            #"{"schema": "assay/state/1", "clients": [3, {"id": "a"}], "logins": [{}], "grants": [{"login": 7, "resource": "x", "expires": 1}]}"#
        try bench.backend.restore(Array(text.utf8), file: "state.json")
        #expect(throws: Diagnostic.self) { try bench.backend.restore(Array("{".utf8), file: "state.json") }
        let saved = try JSON.parse(bench.backend.savedState)
        #expect(saved["clients"] == [] && saved["logins"] == [] && saved["grants"] == [])
    }
}
