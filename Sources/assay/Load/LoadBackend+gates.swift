import Backend
import Evidence
import Gate
import HTTPServer
import Load
import Runner
import Synchronization
import Transport

extension LoadBackend {
    /// At once where the service providers are on this machine, and nothing else was said.
    private static let maxSessions = 32

    /// Gates before the service providers of a site, which hand what they see to the instances.
    ///
    /// - Parameter exhausted: called for each request beyond the budget.
    static func gates(
        before site: ChosenSite, _ profile: LoadProfile, _ instances: Instances, _ redactor: Redactor,
        _ client: HTTPClient, exhausted: @escaping @Sendable () -> Void
    ) throws(ToolError) -> LoadBackend {
        let recorder = collecting(for: instances, redactor)
        let forwarder = Forwarder(client, providers: site.urls, limits: site.limits, exhausted: exhausted)
        let progress = Progress()
        var options = BackendOptions()
        options.upstream = forwarder.upstream
        options.beat = { time in progress.time.withLock { $0 = time } }
        let sessions = min(site.sessions ?? maxSessions, profile.limit)
        return try saying("the gates do not start") {
            let backend = try Backend.start(
                endpoints: GatedProviders.places(forJobs: sessions) * site.urls.count, recorder: recorder,
                limits: Forwarder.serverLimits, options: options)
            forwarder.announce(backend.baseURLs)
            let gated = GatedProviders(backend, providers: site.urls.count, given: site.given, logins: site.logins)
            return LoadBackend(
                .embedded(backend, progress), LoadProviders(LoadGates(gated, sessions: sessions)), nil)
        }
    }
}
