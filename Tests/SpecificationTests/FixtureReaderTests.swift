import Documents
import ServiceProtocol
import Testing

@testable import Specification

@Suite struct FixtureReaderTests {
    private func read(_ text: String) throws -> (fixture: Fixture, mistakes: [String]) {
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(text.utf8), file: "c.yaml")
        let fixture = NodeReader(document, file: "c.yaml", diagnostics: diagnostics).mapping {
            FixtureReader().fixture($0)
        }
        return (try #require(fixture), diagnostics.sorted.map(\.description))
    }

    @Test func metadataOfTheUserAreWhateverJSONHas() throws {
        let (fixture, mistakes) = try read(
            """
            fixture:
              providers: { sp1: [A] }
              resources: { news: granted }
              left-out: [news, sports]
              charset: untold
              clock-ahead: -30d
              user: { guid: dashed, metadata: { a: false, b: 0, c: "0", d: [1], e: { f: { g: "" } }, h: 1.5, i: "" } }
            """)
        #expect(mistakes == ["c.yaml:4:20: unknown resource 'sports'; expected one of news"])
        #expect(fixture.hasDashedGUIDs)
        #expect(fixture.leftOut == ["news"] && !fixture.tellsCharset && fixture.clockAhead == .seconds(-30 * 86_400))
        #expect(
            fixture.userMetadata == [
                "a": .other(false), "b": .other(0), "c": .text("0"), "d": .other([1]), "e": .other(["f": ["g": ""]]),
                "h": .other(1.5), "i": .text(""),
            ])
    }

    @Test func metadataOfTheUserAreTextsListsAndTables() throws {
        let (fixture, mistakes) = try read(
            """
            fixture:
              user:
                metadata: { userID: u, zip: ["1", "2"], maxRating: { MPAA: PG-13 } }
                encrypted: [zip]
            """)
        #expect(mistakes == [])
        #expect(
            fixture.userMetadata == [
                "userID": .text("u"), "zip": .list(["1", "2"]), "maxRating": .table(["MPAA": "PG-13"]),
            ])
        #expect(fixture.encryptedMetadata == ["zip"])
    }

    @Test func worldsCanBeLargeAndOfOddNames() throws {
        let (fixture, mistakes) = try read(
            """
            fixture:
              providers: { sp1: [A], sp2: [] }
              further-mvpds: 2
              names: odd
              token-offset: -8h
              user: { metadata: {}, with-authorization: { userID: u } }
            """)
        #expect(mistakes == [])
        #expect(fixture.providers.map { $0.mvpds.map(\.name) } == [["A", "M1", "M2"], ["M1", "M2"]])
        #expect(fixture.hasOddNames)
        #expect(fixture.tokenOffset == .seconds(-8 * 3_600))
        #expect(fixture.authorizationMetadata == ["userID": .text("u")])
    }

    @Test func aResourceMayBeDeniedByMVPDsThatThereAre() throws {
        let (fixture, mistakes) = try read(
            """
            fixture:
              providers: { sp1: [A, Bee] }
              resources: { news: { denied: "no", by: [A] }, sports: { denied: "", by: [Be] } }
            """)
        #expect(fixture.resources["news"] == .denied("no") && fixture.deniers["news"] == ["A"])
        #expect(mistakes == ["c.yaml:3:76: unknown MVPD 'Be'; did you mean 'Bee'?"])
    }

    @Test func onlyWhatTheUserHasCanBeEncrypted() throws {
        let (_, mistakes) = try read(
            """
            fixture:
              user:
                metadata: { zip: "1" }
                encrypted: [zap]
            """)
        #expect(mistakes == ["c.yaml:4:17: unknown name of metadata 'zap'; did you mean 'zip'?"])
    }
}
