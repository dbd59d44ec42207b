internal import Evidence
internal import HTTPServer
internal import ServiceProtocol

extension SessionState {
    /// What the provider replies, sound or at fault.
    ///
    /// - Parameter refusal: what is answered instead, because the caller asks too much.
    mutating func reply(
        to incoming: Incoming, context: RequestContext, refusal: ServerReply?
    ) -> (reply: ServerReply, fault: Fault?) {
        forgetIfFull(incoming)
        let fault = faults.take(provider: context.provider, purpose: context.purpose, random: &chanceRandom)?.value
        var reply: ServerReply
        if incoming.request.method == "OPTIONS" {
            reply = .empty(status: 204)
            reply.headers = [("Allow", incoming.destination.allowedMethods.joined(separator: ", "))]
        } else if let refusal {
            reply = refusal
        } else if let refused = fault?.replyWithoutService(to: incoming) {
            reply = refused
        } else {
            let alias =
                fault == .wrongRequestor
                ? Fault.wrongRequestor(insteadOf: incoming.requestor ?? scenario.requestor) : nil
            isBindingToAnotherDevice = fault == .foreignDevice
            reply = answer(incoming, alias: alias)
            let isFinished = reply.isPrepared
            if !scenario.tellsCharset { reply.keepCharsetBack() }
            fault?.inject(into: &reply)
            if isFinished { return (reply, fault) }
        }
        allowOrigin(of: incoming, in: &reply)
        return (reply, fault)
    }

    /// Lets the page that asks read the reply, if that is no page itself: a login is nobody's but the user's.
    func allowOrigin(of incoming: Incoming, in reply: inout ServerReply) {
        guard isOpen || incoming.origin != nil, !reply.isPage else { return }
        reply.allow(origin: incoming.origin)
    }

    /// How long the provider takes for the reply; nil: no longer than it takes.
    mutating func delay(provider: String, purpose: Purpose) -> Duration? {
        latencies.take(provider: provider, purpose: purpose, random: &chanceRandom)
            .map { $0.value.delay(request: $0.number, random: &delayRandom) }
    }

    /// The reply of the service that the request is for, if nothing is wrong with the service itself.
    ///
    /// - Parameter alias: the requestor of which replies speak instead of the right one; nil in a healthy service.
    private mutating func answer(_ incoming: Incoming, alias: String?) -> ServerReply {
        guard let route = incoming.destination.route else {
            return Dialect(incoming).refusal(404, "Not Found", details: "there is nothing at this path")
        }
        guard route.methods.contains(incoming.method) else {
            let methods = incoming.destination.methods.joined(separator: " and ")
            var reply = Dialect(incoming).refusal(
                405, "Method Not Allowed", details: "this path answers \(methods)")
            reply.headers.append(("Allow", incoming.destination.allowedMethods.joined(separator: ", ")))
            return reply
        }
        let refusal = refusalOfHost(incoming) ?? refusalOfSignature(incoming) ?? refusalOfFormat(incoming)
        if let refusal { return refusal }
        return route.handler(&self, incoming, alias)
    }
}
