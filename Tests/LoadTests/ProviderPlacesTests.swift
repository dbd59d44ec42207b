import Testing

@testable import Load

@Suite struct ProviderPlacesTests {
    private let places = ProviderPlaces(
        (1...64).map { "http://127.0.0.1:\(8_000 + $0)" } + ["https://sp.example.test", "http://127.0.0.1:8001"])

    @Test func aURLLeadsToTheProviderItBeginsWith() {
        for place in 0..<64 {
            #expect(places["http://127.0.0.1:\(8_001 + place)/adobe-services/config/REF30?a=/b/"] == place)
        }
        #expect(places["https://sp.example.test"] == 64)
        #expect(places["https://sp.example.test/"] == 64)
    }

    @Test(
        arguments: [
            "", "/", "http://127.0.0.1:8065/x", "http://127.0.0.1:800/x", "http://127.0.0.1:80011/x",
            "https://127.0.0.1:8001/", "http://127.0.0.1:8001:/", "sp.example.test/", "HTTPS://sp.example.test/",
            "https://sp.example.test?/",
        ])
    func aURLOfSomebodyElseLeadsToNobody(url: String) {
        #expect(places[url] == nil)
    }
}
