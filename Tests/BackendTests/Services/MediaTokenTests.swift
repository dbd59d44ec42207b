import Backend
import Testing
import Timing
import Tokens

@Suite struct MediaTokenTests {
    @Test func noTwoMediaTokensAreTheSameAlthoughTheyAreOfOneSecond() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let authentication = try client.logIn()
        let asked = [("resource_id", "News"), ("authentication_token", authentication)]
        let authorization = try text(of: "authzToken", in: try client.call("/adobe-services/authorize", asked))
        let tokens = try (0..<4).map { _ in
            try client.call("/adobe-services/shortAuthorize", [("authz_token", authorization)]).text
        }
        #expect(Set(tokens).count == 4)
        for token in tokens {
            #expect(try MediaToken(parsing: token).expires > .now())
        }
    }
}
