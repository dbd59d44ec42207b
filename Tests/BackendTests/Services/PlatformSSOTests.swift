import Backend
import Encodings
import Testing

/// Logins that the platform vouches for.
@Suite struct PlatformSSOTests {
    private func answer(to question: String, of user: String) -> String {
        let document =
            #"<p:Response xmlns:p="p" InResponseTo="\#(question)"><p:Assertion><p:Subject><p:NameID>\#(user)"#
            + "</p:NameID></p:Subject></p:Assertion></p:Response>"
        return Base64.encode(Array(document.utf8))
    }

    @Test func aQuestionIsAnsweredOnceAndTheDeviceIsLoggedIn() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let question = caller.get("/api/v1/REF30/profile-requests/Cablevision?deviceType=iOS")
        #expect(question.status == 200)
        let id = between(" ID=\"", "\"", question.text)
        let device = String(repeating: "0b", count: 32)
        func exchange(_ text: String, mvpd: String = "Cablevision") -> Int {
            caller.post(
                "/api/v1/tokens/authn",
                form: [
                    ("requestor", "REF30"), ("deviceId", device), ("mvpd", mvpd), ("deviceType", "iOS"),
                    ("SAMLResponse", text),
                ]
            ).status
        }
        #expect(exchange("nonsense") == 400)
        #expect(exchange(answer(to: "_unknown", of: "user")) == 400)
        #expect(exchange(answer(to: id, of: "user")) == 204)
        #expect(exchange(answer(to: id, of: "user")) == 400)
        let session = caller.post(
            "/adobe-services/session", form: [("_method", "GET"), ("requestor_id", "REF30"), ("device_id", device)])
        #expect(session.text.contains("<authnToken>") && session.text.contains(#""tokenSource":"Apple""#))
    }
}
