import Documents
import Testing

@testable import Specification

@Suite struct SettingReaderTests {
    private func read(_ setting: String) throws -> (setting: Setting, mistakes: [String]) {
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(setting.utf8), file: "c.yaml")
        let setting = NodeReader(document, file: "c.yaml", diagnostics: diagnostics).mapping {
            SettingReader().setting($0)
        }
        return (try #require(setting), diagnostics.sorted.map(\.description))
    }

    @Test func metadataOfTheUserAreTextsListsAndTables() throws {
        let (setting, mistakes) = try read(
            """
            setting:
              user:
                metadata: { userID: u, zip: ["1", "2"], maxRating: { MPAA: PG-13 } }
                encrypted: [zip]
            """)
        #expect(mistakes == [])
        #expect(
            setting.userMetadata == [
                "userID": .text("u"), "zip": .list(["1", "2"]), "maxRating": .table(["MPAA": "PG-13"]),
            ])
        #expect(setting.encryptedMetadata == ["zip"])
    }

    @Test func worldsCanBeLargeAndOfOddNames() throws {
        let (setting, mistakes) = try read(
            """
            setting:
              providers: { sp1: [A], sp2: [] }
              further-mvpds: 2
              names: odd
              token-offset: -8h
              user: { metadata: {}, with-authorization: { userID: u } }
            """)
        #expect(mistakes == [])
        #expect(setting.providers.map { $0.mvpds.map(\.name) } == [["A", "M1", "M2"], ["M1", "M2"]])
        #expect(setting.hasOddNames)
        #expect(setting.tokenOffset == .seconds(-8 * 3_600))
        #expect(setting.authorizationMetadata == ["userID": .text("u")])
    }

    @Test func onlyWhatTheUserHasCanBeEncrypted() throws {
        let (_, mistakes) = try read(
            """
            setting:
              user:
                metadata: { zip: "1" }
                encrypted: [zap]
            """)
        #expect(mistakes == ["c.yaml:4:17: unknown name of metadata 'zap'; did you mean 'zip'?"])
    }
}
