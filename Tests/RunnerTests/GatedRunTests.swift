import AccessEnabler
import Backend
import Driver
import Evidence
import Mutants
import Specification
import Testing

/// Runs through gates, at an open world that knows nothing of the cases.
@Suite struct GatedRunTests {
    /// The last cannot authenticate by itself, so no port takes it for the picker's choice.
    private static let ids = ["Alpha", "Bravo", "Charlie", "Delta"]

    private static func properties(of id: String) -> [String: String] {
        id == "Delta" ? ["canAuthenticate": "false"] : [:]
    }

    /// Both providers list the same, under names of their own.
    private static let world: OpenWorld = {
        let lists = ["one", "two"].map { provider in
            OpenWorld.Provider(
                name: provider,
                mvpds: ids.map {
                    MVPDScript(
                        id: $0, displayName: "\($0) by \(provider)", logoURL: "https://\(provider).test",
                        properties: properties(of: $0))
                })
        }
        return OpenWorld(mvpds: lists[0].mvpds, providers: lists)
    }()

    private static let site = Site(
        providers: world.providers.map { provider in
            provider.mvpds.map {
                Site.Listing(id: $0.id, displayName: $0.displayName, logoURL: $0.logoURL, properties: $0.properties)
            }
        }, requestors: ["REF30"], granted: ["News"])

    private func verdicts(
        of contracts: Set<String>, _ make: @escaping @Sendable (Recorder) async throws -> any Implementation
    ) async throws -> [String: Verdict] {
        let bench = try Workbench()
        let verdicts = try await bench.run(
            bench.cases { contracts.contains($0.contractID) }, jobs: 8, looks: 1,
            given: ["user": "user", "password": "password"], site: Self.site, world: Self.world, make)
        return Dictionary(verdicts.map { ($0.caseID, $0) }) { first, _ in first }
    }

    @Test func theMergeIsDecidedAtProvidersThatListTheSame() async throws {
        let verdicts = try await verdicts(of: ["race-two-providers", "switching-mvpd"]) {
            InProcessImplementation(port: try ReferencePort(), recorder: $0)
        }
        #expect(verdicts.count >= 5)
        for verdict in verdicts.values { #expect(verdict.outcome == .pass, "\(verdict)") }
    }

    @Test(arguments: ["last-wins", "first-takes-all", "url-order", "attributes-of-the-slowest"])
    func aMergeThatIsWrongIsNoticed(_ id: String) async throws {
        let mutant = try #require(Mutant.named(id))
        let verdicts = try await verdicts(of: ["race-two-providers"]) {
            InProcessImplementation(port: try mutant.port(), recorder: $0)
        }
        #expect(verdicts.values.contains { $0.outcome == .fail })
    }

    @Test func whatTheSiteLacksIsNotTestedAndNeverFails() async throws {
        let verdicts = try await verdicts(of: ["race-three-providers", "authorization-denied", "logout-elsewhere"]) {
            InProcessImplementation(port: try ReferencePort(), recorder: $0)
        }
        #expect(!verdicts.isEmpty)
        for verdict in verdicts.values { #expect(verdict.outcome == .notTestable, "\(verdict)") }
    }
}
