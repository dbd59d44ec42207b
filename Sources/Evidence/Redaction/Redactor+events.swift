import AccessEnablerAPI
import ServiceProtocol

extension Redactor {
    package func redacted(_ observation: Observation) -> Observation {
        var redacted = observation
        redacted.event = self.redacted(observation.event)
        return redacted
    }

    /// Every event is named here, so that a new one is thought about.
    package func redacted(_ event: Event) -> Event {
        switch event {
        case .runStarted(let header): return .runStarted(redacted(header))
        case .sessionOpened(var header):
            header.bindings = redacted(bindings: header.bindings)
            return .sessionOpened(header)
        case .stepFailed(let step, var failure):
            failure.message = redacted(text: failure.message)
            return .stepFailed(step, failure)
        case .call(let number, let message): return .call(number: number, redacted(message))
        case .callThrew(let number, let message): return .callThrew(number: number, message: redacted(text: message))
        case .callback(var callback):
            callback.message = redacted(callback.message)
            callback.thread = redacted(text: callback.thread)
            return .callback(callback)
        case .request(let request): return .request(redacted(request))
        case .replyBroken(let exchange, let reason):
            return .replyBroken(exchange: exchange, reason: redacted(text: reason))
        case .tokenSeen(let sighting): return .tokenSeen(redacted(sighting))
        case .configurationProcessed(let url): return .configurationProcessed(url: redacted(url: url))
        case .safariPresented(let url): return .safariPresented(url: redacted(url: url))
        case .platform(var platform):
            for (name, value) in platform.details { platform.details[name] = redacted(value, named: name) }
            return .platform(platform)
        case .browser(var browser):
            browser.url = redacted(url: browser.url)
            browser.detail = redacted(text: browser.detail)
            return .browser(browser)
        case .portOutput(let stream, let line): return .portOutput(stream: stream, line: redacted(text: line))
        case .portEnded(let reason): return .portEnded(reason: redacted(text: reason))
        case .fault(var fault):
            fault.message = redacted(text: fault.message)
            return .fault(fault)
        case .adapterTried(var trial):
            trial.detail = redacted(text: trial.detail)
            return .adapterTried(trial)
        case .refused(var refused):
            refused.reason = redacted(text: refused.reason)
            return .refused(refused)
        case .note(let text): return .note(redacted(text: text))
        case .replyLeft(var reply) where !reply.reason.isEmpty:
            reply.reason = redacted(text: reply.reason)
            return .replyLeft(reply)
        // Made without secrets, value by value: taken as a text, a document would no longer be one.
        case .replySeen: return event
        case .runEnded, .sessionClosed, .stepBegan, .stepEnded, .callReturned, .replyHeld, .replyReleased, .replyLeft,
            .probeSent, .probeAnswered, .quiet:
            return event
        }
    }

    /// Most requests have nothing to hide that the backend did not hide, and stay the objects they are.
    private func redacted(_ request: RequestEvent) -> RequestEvent {
        var fields = request.fields
        for (name, value) in request.fields {
            let redacted = redacted(value, named: name)
            if redacted != value { fields[name] = redacted }
        }
        let path = redacted(url: request.path)
        guard fields != request.fields || path != request.path else { return request }
        return RequestEvent(
            exchange: request.exchange, provider: request.provider, purpose: request.purpose, method: request.method,
            path: path, fields: fields, firstByte: request.firstByte)
    }

    /// What the elements say is text of whoever made the token.
    private func redacted(_ sighting: TokenSighting) -> TokenSighting {
        var sighting = sighting
        for index in sighting.remarks.indices {
            sighting.remarks[index].message = redacted(text: sighting.remarks[index].message)
        }
        sighting.requestor = sighting.requestor.map { redacted($0, named: "requestor") }
        sighting.resource = sighting.resource.map { redacted($0, named: "resource") }
        sighting.mvpd = sighting.mvpd.map { redacted($0, named: "mvpd") }
        return sighting
    }
}
