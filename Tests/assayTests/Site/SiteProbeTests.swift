import AccessEnablerAPI
import Backend
import Evidence
import Gate
import Testing

@testable import assay

@Suite struct SiteProbeTests {
    @Test func aRequestorIsAskedForWhateverItsName() async throws {
        let backend = try Backend.start(endpoints: 1, recorder: Recorder(sinks: []), openWorld: OpenWorld())
        defer { backend.stop() }
        let site = ChosenSite(
            urls: backend.baseURLs, limits: CareLimits(), given: [:], logins: [:],
            facts: Site(providers: [], requestors: ["A B?"]))
        let facts = try await SiteProbe.facts(of: site, SDKVersion(2, 0))
        #expect(facts.providers.map { Set($0.map(\.id)) } == [Set(OpenWorld().mvpds.map(\.id))])
    }
}
