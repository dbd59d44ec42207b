import Evidence
import ServiceProtocol
import Testing
import Timing

@Suite struct RequestFieldTests {
    private func request(_ path: String, _ fields: [String: String] = [:]) -> RequestEvent {
        RequestEvent(
            exchange: 1, provider: "sp1", purpose: .registrationCode, method: "GET", path: path, fields: fields,
            firstByte: MonotonicTime.now())
    }

    /// Calls of REST API v1 may have it at the end of the path (service-protocol.md 4); other protocols have no such thing.
    @Test func theFormatBehindAPathIsNoPartOfItsLastWord() {
        #expect(request("/api/v1/config/R.json")[.requestor] == "R")
        #expect(request("/api/v1/checkauthn/CODE.xml")[.registrationCode] == "CODE")
        #expect(request("/reggie/v1/R.json/regcode")[.requestor] == "R.json")
        #expect(request("/adobe-services/config/R.json")[.requestor] == "R.json")
    }

    @Test func whatTheDataOfAnApplicationAreCalledSaysNothingOfTheRequest() {
        #expect(request("/", ["generic_data.mso_id": "Other"])[.mvpd] == nil)
        #expect(request("/", ["body.mso_id": "A", "generic_data.mso_id": "Other"])[.mvpd] == "A")
    }
}
