import Evidence
import HTTPServer
import POSIX
import Testing
import Timing
import Transport

/// That no secret which passes a gate stays in what is recorded.
@Suite struct SecretTests {
    private static let given = "planted-secret-4711"
    private static let issued = "issued-cookie-4712x"
    private static let credential = "issued-credential-4713"

    @Test func aSecretIsRecordedInNoPlaceWhereItCanBe() async throws {
        let bench = try GateBench(redactor: Redactor(secrets: [Self.given])) { request in
            switch request.path {
            case "/o/client/register":
                return ServerReply(
                    status: 201, headers: [("Content-Type", "application/json")],
                    body: Array("{\"client_id\":\"me\",\"client_secret\":\"\(Self.credential)\"}".utf8))
            case "/adobe-services/logout":
                return ServerReply(
                    status: 302,
                    headers: [("Location", "http://x/?p=\(Self.given)"), ("Set-Cookie", "sid=\(Self.issued); Path=/")])
            default:
                let text = "{\"error\":\"\(Self.given) and \(Self.issued) and \(Self.credential)\"}"
                return ServerReply(
                    status: 500, headers: [("Set-Cookie", "odd=\(Self.given)"), ("X-Odd", Self.given)],
                    body: Array(text.utf8))
            }
        }
        bench.open("s1")
        _ = try await bench.get("/o/client/register")
        _ = try await bench.get("/adobe-services/logout")
        let all = "\(Self.given),\(Self.issued),\(Self.credential)"
        let encoded = Self.given.replacing("-", with: "%2D")
        _ = try await bench.client.send(
            HTTPRequest(
                method: "POST", url: bench.gates[0] + "/a/\(Self.issued)?plain=\(Self.given)&odd=\(encoded)",
                headers: [
                    ("X-Odd", all), ("Cookie", "sid=\(Self.issued)"), ("Referer", "http://x/?y=\(Self.credential)"),
                    ("Content-Type", "application/json"),
                ], body: Array("{\"words\":[\"\(all)\"]}".utf8)))
        var trace = Trace()
        for (index, event) in bench.left(3).enumerated() {
            trace.observations.append(
                Observation(sequence: index, time: .init(nanoseconds: 0), session: SessionID("s1"), event: event))
        }
        let text = String(decoding: TraceRecord.bytes(of: trace), as: UTF8.self)
        for secret in [Self.given, Self.issued, Self.credential, encoded] {
            #expect(!text.contains(secret), "\(secret) in \(text)")
        }
        // The providers and the port get them as they are.
        #expect(bench.asked.wait { $0.last }.headers["x-odd"] == all)
    }
}
