package import AccessEnabler
package import AccessEnablerAPI

extension Message {
    /// The same message with one argument replaced, or added.
    package func with(_ name: String, _ value: Value) -> Message {
        var changed = self
        if let index = changed.arguments.firstIndex(where: { $0.name == name }) {
            changed.arguments[index].value = value
        } else {
            changed.arguments.append(Argument(name, value))
        }
        return changed
    }

    /// The same with the text of one argument changed, where it is a text.
    package func changingText(_ name: String, _ change: (String) -> String) -> Message {
        self[name]?.stringValue.map { with(name, .string(change($0))) } ?? self
    }

    /// The same with the members of one argument changed; none where it has none.
    package func changingMembers(_ name: String, _ change: (inout Value.Members) -> Void) -> Message {
        var members = self[name]?.objectValue ?? [:]
        change(&members)
        return with(name, .object(members))
    }

    package static func requestorComplete(_ status: StatusCode) -> Message {
        Message(.setRequestorComplete, [.init("status", .int(status.rawValue))])
    }

    package static func authenticationStatus(_ status: StatusCode, _ code: ErrorCode) -> Message {
        Message(
            .setAuthenticationStatus, [.init("status", .int(status.rawValue)), .init("code", .string(code.rawValue))])
    }

    /// A media token that nobody issued.
    package static func madeUpToken(for resource: Value) -> Message {
        Message(.setToken, [.init("token", "token"), .init("resource", resource)])
    }

    package static func failedAuthorization(_ resource: Value, _ code: ErrorCode) -> Message {
        Message(
            .tokenRequestFailed,
            [
                .init("resource", resource), .init("code", .string(code.rawValue)), .init("description", ""),
            ])
    }

    package static func status(_ members: Value.Members) -> Message {
        Message(.status, [.init("statusDictionary", .object(members))])
    }

    /// A status report with nothing but a code.
    package static func information(_ id: String) -> Message {
        status(["errorId": .string(id), "level": "information"])
    }

    package static func navigation(to page: String) -> Message {
        Message(.navigateToUrl, [.init("url", .string(page))])
    }

    package static func selection(_ id: String?) -> Message {
        Message(.setSelectedProvider, [.init("mvpdId", id.map(Value.string) ?? .null)])
    }

    /// A callback of that selector with that code; for the statuses of authentication.
    package func isStatus(_ code: ErrorCode) -> Bool {
        selector == .setAuthenticationStatus && self["code"]?.stringValue.map { ErrorCode(rawValue: $0) } == code
    }

    package func isTracking(_ event: TrackingEvent) -> Bool {
        selector == .sendTrackingData && self["event"]?.stringValue == event.rawValue
    }

    /// A status report with its pairs changed.
    package func changingStatus(_ change: (inout Value.Members) -> Void) -> Message {
        changingMembers("statusDictionary", change)
    }

    /// The same with each MVPD it delivers changed; nil leaves it out.
    package func changingMVPDs(_ change: (MVPD) -> MVPD?) -> Message {
        switch selector {
        case .displayProviderDialog:
            guard let items = self["mvpds"]?.arrayValue else { return self }
            return with("mvpds", .array(items.compactMap { MVPD($0).flatMap(change)?.value }))
        case .selectedProvider:
            return with("mvpd", self["mvpd"].flatMap { MVPD($0) }.flatMap(change)?.value ?? .null)
        default:
            return self
        }
    }

    /// The same with one element of a tracking array replaced.
    package func changingTracking(_ index: Int, to value: Value) -> Message {
        guard var data = self["data"]?.arrayValue, data.indices.contains(index) else { return self }
        data[index] = value
        return with("data", .array(data))
    }
}

extension Mutation {
    /// Changes the callbacks of one selector, or all.
    package mutating func onCallback(
        _ selector: Selector? = nil, _ change: @escaping @Sendable (Message) -> [Message]
    ) {
        callback = { selector == nil || $0.selector == selector ? change($0) : [$0] }
    }

    /// Changes each MVPD that the application is told of.
    package mutating func onMVPDs(_ change: @escaping @Sendable (inout MVPD) -> Void) {
        callback = { callback in
            let changed = callback.changingMVPDs { mvpd in
                var mvpd = mvpd
                change(&mvpd)
                return mvpd
            }
            return [changed]
        }
    }

    /// Changes the calls of one selector, or all.
    package mutating func onCall(_ selector: Selector? = nil, _ change: @escaping @Sendable (Message) -> [Message]) {
        call = { selector == nil || $0.selector == selector ? change($0) : [$0] }
    }

    /// Changes the replies to requests whose URL contains `part`.
    package mutating func onReply(_ part: String, _ change: @escaping @Sendable (Outcome) -> Outcome) {
        reply = { $0.names(part) ? change($1) : $1 }
    }

    /// Changes the requests whose URL contains `part`.
    package mutating func onRequest(_ part: String, _ change: @escaping @Sendable (NetworkRequest) -> NetworkRequest?) {
        request = { $0.names(part) ? change($0) : $0 }
    }

    /// Changes requests in their place: those whose URL contains `part`, or all.
    package mutating func changeRequests(
        _ part: String? = nil, _ change: @escaping @Sendable (inout NetworkRequest) -> Void
    ) {
        request = { request in
            var changed = request
            if part.map(request.names) ?? true { change(&changed) }
            return changed
        }
    }
}

extension Mutation.Outcome {
    /// The same with the body of a reply changed as the text that it is.
    package func changingText(_ change: (String) -> String) -> Mutation.Outcome {
        map { reply in
            var reply = reply
            reply.body = Array(change(String(decoding: reply.body, as: UTF8.self)).utf8)
            return reply
        }
    }
}

extension NetworkRequest {
    /// Changes the body, where there is one, as the text that it is.
    package mutating func changeBody(_ change: (String) -> String) {
        body = body.map { Array(change(String(decoding: $0, as: UTF8.self)).utf8) }
    }

    /// Changes the fields of the form that the body is, as they are written: `name=value`.
    package mutating func changeFields(_ change: ([Substring]) -> [Substring]) {
        changeBody { change($0.split(separator: "&", omittingEmptySubsequences: false)).joined(separator: "&") }
    }
}
