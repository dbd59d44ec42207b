import AccessEnablerAPI
import Evidence
import Gate
import Load
import LoadResults
import Specification

/// What a load profile can be at service providers of somebody else's.
extension LoadProfile {
    /// They answer when they do, and as they do; nobody is asked for a baseline, and each iteration is a session of its
    /// own.
    mutating func goThroughGates(before site: ChosenSite) throws(ToolError) {
        providers = providers.atMost(site.urls.count)
        (providers.latency, providers.latencies, providers.faults) = (nil, [:], [])
        baseline = 0
        for index in traffic.indices { traffic[index].reuse = 1 }
        guard let allowed = site.limits.rate, case .open(_, let stages) = arrivals,
            let asked = stages.map({ max($0.from, $0.to) }).max(), asked > allowed
        else { return }
        throw .impossible(
            "the profile has \(LoadText.significant(asked)) iterations a second, and \(LoadText.significant(allowed)) requests a second may pass the gates; "
                + "choose fewer with '--rate' or '--users'")
    }

    /// With lists no longer than the providers' are, of MVPDs with nothing special about them.
    func fitted(to site: Site, _ platform: Platform, _ version: SDKVersion, over wire: Wire) -> LoadProfile {
        var fitted = self
        func fits() -> Bool {
            providers.counts.allSatisfy { count in
                let fixture = Fixture.journeys(providers: count, each: fitted.mvpds.each, shared: fitted.mvpds.shared)
                let journey = Journey.configure.testCase(in: fixture, file: file)
                if case .fits = journey.fitted(to: platform, version, over: wire).fit(to: site) { return true }
                return false
            }
        }
        while fitted.mvpds.each > 1, !fits() { fitted.mvpds.each -= 1 }
        return fitted
    }
}
