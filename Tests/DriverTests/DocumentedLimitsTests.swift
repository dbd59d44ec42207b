import AdapterProtocol
import Documents
import Driver
import Testing

/// The numbers that the page of the protocol tells authors of adapters are those by which they are borne.
@Suite struct DocumentedLimitsTests {
    private let page: String

    init() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .map { $0 + "/" }.joined()
        let text = String(decoding: try File.read(root + "Documentation/adapter-protocol.md"), as: UTF8.self)
        page = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// P-03, P-15, P-36, P-57, P-59.
    @Test func theLimitsAreAsThePageSays() {
        let limits = ProcessLimits()
        #expect(limits.start == .seconds(30) && page.contains("`initialize` has thirty seconds"))
        #expect(
            limits.grace == .seconds(2)
                && page.contains("sent SIGTERM two seconds later, and SIGKILL two seconds after that"))
        #expect(limits.ping == .seconds(10) && page.contains("no answer to a `ping` within ten seconds"))
        #expect(limits.failedStarts == 3 && page.contains("After three starts in a row that came to nothing"))
        #expect(
            limits.redialing == .seconds(60) && limits.dialing == .seconds(600)
                && page.contains("It has a minute to do so, ten for the first time."))
        #expect(InitializeRequest.minLineLimit == 65_536 && page.contains("at least 65,536"))
        #expect(limits.lineBytes >= InitializeRequest.minLineLimit)
    }
}
