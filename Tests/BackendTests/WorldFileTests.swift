import Backend
import Documents
import Testing

@Suite struct WorldFileTests {
    @Test func theWorldThatIsPrintedIsTheOneThatIsServed() throws {
        #expect(try WorldFile.read(Array(WorldFile.builtin.utf8), file: "world.yaml") == OpenWorld())
    }

    @Test func everyMistakeIsToldWithItsPlaceAtOnce() throws {
        let text = """
            schema: assay/world/1
            welcome: [requestor]
            mvpds:
              - id: Cable
                iFrameRequierd: true
                login: saml
                boardingStatus: SUPORTED
              - displayName: Nameless
            requestors:
              - id: REF30
                mvpds: [Cabel]
                certificate: nowhere.pem
            providers:
              - name: sp1
                mvpds: [Cable, { id: Cable, iFrameWidth: wide }]
            users:
              - name: user
                metadata: { zip: [12345] }
            resources: { News: granded, Sports: { deny: no } }
            lifetimes: { media: 7 }
            """
        let error = #expect(throws: DiagnosticList.self) {
            _ = try WorldFile.read(Array(text.utf8), file: "worlds/a.yaml")
        }
        let messages = error?.description.split(separator: "\n").map(String.init) ?? []
        #expect(
            messages == [
                "worlds/a.yaml:2:11: unknown guest 'requestor'; did you mean 'requestors'?",
                "worlds/a.yaml:5:5: unknown key 'iFrameRequierd'; did you mean 'iFrameRequired'?",
                "worlds/a.yaml:6:12: unknown login 'saml'; expected one of saml-post, saml-redirect, oauth2",
                "worlds/a.yaml:7:21: unknown boarding status 'SUPORTED'; did you mean 'SUPPORTED'?",
                "worlds/a.yaml:8:5: the key 'id' is missing",
                "worlds/a.yaml:11:13: unknown MVPD 'Cabel'; did you mean 'Cable'?",
                "worlds/a.yaml:12:18: worlds/nowhere.pem: No such file or directory",
                "worlds/a.yaml:15:46: expected a decimal integer, found 'wide'",
                "worlds/a.yaml:17:5: the key 'password' is missing",
                "worlds/a.yaml:19:20: unknown rule 'granded'; did you mean 'granted'?",
                "worlds/a.yaml:19:37: the key 'denied' is missing",
                "worlds/a.yaml:19:39: unknown key 'deny'",
                "worlds/a.yaml:20:21: a duration needs a unit (ms, s, m, h or d); did you mean '7s'?",
            ])
    }

    @Test func idsAreOneOnlyWhereTheirBytesAre() throws {
        let ids = ["\u{E9}", "e\u{301}"].map { "{ id: \"\($0)\", displayName: E }" }.joined(separator: ", ")
        let world = try WorldFile.read(Array("schema: assay/world/1\nmvpds: [\(ids)]\n".utf8), file: "world.yaml")
        #expect(world.mvpds.count == 2)
    }

    @Test func aRequestorSeesTheMVPDsItIsIntegratedWithAsTheProviderDescribesThem() throws {
        let world = try WorldFile.read(
            Array(
                """
                schema: assay/world/1
                mvpds:
                  - { id: Cable, displayName: Cable, iFrameRequired: true, iFrameWidth: 600 }
                  - { id: Satellite, displayName: Satellite, requiredMetadataFields: [zip, userID] }
                requestors:
                  - { id: REF30, name: Thirty, domains: [a.test], mvpds: [Satellite] }
                  - { id: REF31 }
                providers:
                  - { name: east, mvpds: [{ id: Cable, displayName: Cable East }] }
                """.utf8), file: "world.yaml")
        let bench = try Bench(endpoints: 2, openWorld: world)
        func configuration(_ endpoint: Int, _ requestor: String) throws -> JSON? {
            let caller = try Caller(bench.backend.baseURLs[endpoint])
            let reply = caller.get("/api/v1/config/\(requestor).json")
            return reply.status == 200 ? try JSON.parse(reply.body)["requestor"] : nil
        }
        #expect(
            try configuration(0, "REF31")?["mvpds"] == [
                [
                    "id": "Cable", "displayName": "Cable East", "logoUrl": "", "iFrameRequired": true,
                    "iFrameWidth": 600,
                ]
            ])
        #expect(try configuration(0, "REF30")?["mvpds"] == [])
        let thirty = try configuration(1, "REF30")
        #expect(thirty?["name"] == "Thirty" && thirty?["domains"] == [["name": "a.test", "mvpdInitiated": false]])
        #expect(thirty?["mvpds"]?.array?.first?["requiredMetadataFields"] == ["zip", "userID"])
        #expect(try configuration(0, "UNHEARD") == nil)
    }
}
