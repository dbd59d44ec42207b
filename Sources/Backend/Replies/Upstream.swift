internal import Encodings
internal import Evidence
package import HTTPServer
internal import ServiceProtocol

/// The real service providers behind a backend that is a gate: it serves nothing itself, and passes every request on.
///
/// Requests, gates, faults and latencies are those of any backend. Whose a request is its endpoint says: each session has
/// endpoints of its own.
package struct Upstream: Sendable {
    /// What came of a request that was passed on.
    package enum Outcome: Sendable {
        /// With the addresses in it mapped, and otherwise as it came; what of a body is still to come is as it comes.
        case reply(ServerReply)
        /// Why there is none; that is not the port's fault.
        case failure(String)
        /// Why the rest of a reply does not come that was given before; that is not the port's fault, either.
        case brokeOff(String)
        /// The port went away within its request.
        case abandoned
    }

    /// What the suite does with a reply.
    package struct Demand: Sendable, Hashable {
        /// It is looked into, so that it must not come compressed.
        package var isLookedInto: Bool
        /// It has to be there to its end, unless it is very large, before anything is done with it.
        package var isHeld: Bool
    }

    /// Passes a request on, and tells what came of it: once, or a second time where a reply breaks off.
    package typealias Forward =
        @Sendable (ServerRequest, Demand, _ report: @escaping @Sendable (Outcome) -> Void) -> Void

    package var forward: Forward
    /// Whether a person's browser comes to the pages, too: then it is recorded where it is sent to an application, which is not
    /// on that person's machine, and the person is told so.
    package var isForPeople = false
    /// Whether clients come that nobody announced, and not the sessions of a run: nothing is arranged for them, and what they
    /// type at pages is theirs.
    package var isForStrangers = false

    package init(forward: @escaping Forward) {
        self.forward = forward
    }
}

extension Backend {
    /// The field by which the suite's browser tells a gate that it is no port; it is not passed on.
    package static let browserField = "Assay-Browser"
}

/// What a gate does with a request before it is passed on.
struct Passing: Sendable {
    /// The fault that the reply will meet.
    var fault: Fault?
    /// What is answered instead, where the request is not passed on.
    var reply: ServerReply?
    /// Whether the reply will be held, unless its gate is opened in the meantime.
    var isGated = false
    /// The MVPDs that the reply may list; nil where it lists what it lists.
    var listed: Set<ExactText>?
    /// The requestor that replies speak of.
    var requestor = ""

    /// What has to be done with the reply.
    func demand(_ purpose: Purpose, isRecorded: Bool) -> Upstream.Demand {
        let isLookedInto = looksInto(purpose) || isRecorded
        return .init(isLookedInto: isLookedInto, isHeld: isLookedInto || isGated || fault != nil)
    }

    /// Whether the reply must come as plain text: it is changed, or what it issues has to be known.
    private func looksInto(_ purpose: Purpose) -> Bool {
        if listed != nil || purpose.handsOutSecrets { return true }
        if [.page, .authenticate, .logout].contains(purpose) { return true }
        return fault == .malformedXML || fault == .wrongRequestor
    }
}

extension SessionState {
    /// What happens to a request that is for a real service provider.
    mutating func take(_ incoming: Incoming, _ context: RequestContext) -> Passing {
        var passing = Passing()
        let rule = faults.take(provider: context.provider, purpose: context.purpose, random: &chanceRandom)
        passing.fault = rule?.value
        passing.reply = rule?.value.replyWithoutService(to: incoming)
        passing.isGated = gates.isClosed(.init(provider: context.provider, purpose: context.purpose))
        passing.requestor = incoming.requestor ?? scenario.requestor
        if !isOpen, context.purpose == .configuration, let provider = provider(at: incoming.request.endpoint) {
            passing.listed = Set(provider.mvpds.map { ExactText($0.id) })
        }
        return passing
    }
}

extension World {
    /// What happens to a request; one that is nobody's is passed on to nobody, unless strangers are served.
    mutating func take(_ incoming: Incoming, _ context: RequestContext) -> Passing {
        guard context.session != .none || servesStrangers,
            let passing = change(context.session, { $0.take(incoming, context) })
        else {
            return Passing(reply: .text("no session uses this endpoint\n", status: 404))
        }
        return passing
    }

    /// Lets latency and gates change what comes of a reply that has come.
    mutating func deliver(
        _ reply: ServerReply, of passing: Passing, to incoming: Incoming, _ context: RequestContext,
        _ handle: ReplyHandle
    ) -> Decision {
        settle(incoming, context: context, handle: handle, mayBeHeld: passing.isGated) { _ in (reply, passing.fault) }
    }
}

extension Reception {
    /// Passes a request on, and has what comes back delayed, held and broken as it was arranged when the request came.
    func pass(
        _ incoming: Incoming, _ context: RequestContext, _ handle: ReplyHandle, to upstream: Upstream
    ) {
        let passing = world.change { $0.take(incoming, context) }
        if let reply = passing.reply {
            return hand(
                world.change { $0.deliver(reply, of: passing, to: incoming, context, handle) }, incoming, context)
        }
        let demand = passing.demand(context.purpose, isRecorded: recordsReply(context.purpose))
        upstream.forward(incoming.request, demand) { [self] outcome in
            guard var reply = self.reply(outcome, passing, context) else { return }
            if upstream.isForPeople, incoming.request.headers[Backend.browserField] == nil, let url = reply.customURL {
                recorder.record(.browser(BrowserEvent(.customURL, url: url)), session: context.session)
                reply = .text("Done. The run continues by itself; you can close this window.\n", status: 200)
            }
            hand(world.change { $0.deliver(reply, of: passing, to: incoming, context, handle) }, incoming, context)
        }
    }

    private func reply(_ outcome: Upstream.Outcome, _ passing: Passing, _ context: RequestContext) -> ServerReply? {
        func blame(_ reason: String) {
            let fault = RunFault(.provider, "\(context.provider) \(reason)")
            recorder.record(.fault(fault), session: context.session)
        }
        switch outcome {
        case .failure(let reason):
            blame(reason)
            return ServerReply(status: 503, body: Array(reason.utf8), delivery: .refuse)
        case .brokeOff(let reason):
            blame(reason)
            return nil
        case .abandoned:
            return ServerReply(status: 503, delivery: .refuse)
        case .reply(var reply):
            if reply.status == 429 || reply.status >= 500 {
                blame("answered a request of the kind \(context.purpose.rawValue) with status \(reply.status)")
            }
            recorder.redactor?.learn(reply.cookieValues)
            // A fault may cut from the reply what the service goes on to say elsewhere.
            if context.purpose.handsOutCredentials { recorder.redactor?.learn(Self.secrets(in: reply.body)) }
            if reply.status == 200, let listed = passing.listed {
                do throws(NarrowingError) {
                    guard reply.rest == nil else { throw NarrowingError(message: Self.isNotWhole) }
                    reply.body = try ConfigurationNarrowing.narrowed(reply.body, to: listed)
                } catch {
                    blame("answered with a configuration whose list cannot be cut: \(error.message)")
                }
            }
            if reply.rest != nil, let fault = passing.fault, fault.needsWholeBody {
                blame("answered so that it cannot meet the fault \(fault): \(Self.isNotWhole)")
                return reply
            }
            if passing.fault == .wrongRequestor {
                reply.body = reply.body.replacing(
                    Array(passing.requestor.utf8), with: Array(Fault.wrongRequestor(insteadOf: passing.requestor).utf8))
            }
            passing.fault?.inject(into: &reply)
            return reply
        }
    }

    private static let isNotWhole = "the body breaks off, or is larger than what is held"
}

extension ServerReply {
    /// Where it sends a browser that only an application can go.
    fileprivate var customURL: String? {
        guard (300..<400).contains(status),
            let location = headers.first(where: { $0.name.lowercased() == "location" })?.value
        else { return nil }
        let scheme = location.prefix { $0 != ":" }.lowercased()
        return location.contains("://") && !["http", "https"].contains(scheme) && !scheme.contains("/") ? location : nil
    }

    /// The values of the cookies that it sets: by them a browser is known.
    fileprivate var cookieValues: [String] {
        headers.compactMap { name, value in
            guard name.lowercased() == "set-cookie" else { return nil }
            let pair = value.prefix { $0 != ";" }
            let content = pair.drop { $0 != "=" }.dropFirst()
            return content.utf8.count >= 8 ? String(content) : nil
        }
    }
}
