import Backend
import Evidence
import Gate
import HTTPServer
import Runner
import Transport

extension ChosenSite {
    /// Starts gates before the providers, for so many sessions at once.
    ///
    /// - Parameters:
    ///   - isForPeople: whether somebody logs in by hand.
    ///   - exhausted: called for each request beyond the budget.
    func gates(
        sessions: Int, isForPeople: Bool = false, _ recorder: Recorder, _ client: HTTPClient,
        _ options: BackendOptions = BackendOptions(), exhausted: @escaping @Sendable () -> Void
    ) throws(ToolError) -> GatedProviders {
        let forwarder = Forwarder(client, providers: urls, limits: limits, exhausted: exhausted)
        var options = options
        options.upstream = forwarder.upstream
        options.upstream?.isForPeople = isForPeople
        let backend = try saying("the gates do not start") { [options] in
            try Backend.start(
                endpoints: GatedProviders.places(forJobs: sessions) * urls.count, recorder: recorder,
                limits: Forwarder.serverLimits, options: options)
        }
        forwarder.announce(backend.baseURLs)
        return GatedProviders(backend, providers: urls.count, given: given, logins: logins)
    }

    /// Ends a run when nothing more may be asked of the providers.
    func exhausted(_ console: Console, _ interrupt: Interrupt) -> @Sendable () -> Void {
        { [limits] in
            if !interrupt.hasCome {
                console.error("assay: the budget of \(limits.budget ?? 0) requests is used up, and the run ends")
            }
            interrupt.requestStop()
        }
    }
}
