import AccessEnablerAPI
import Encodings
import Evidence

extension Invariant {
    /// What is answered was asked (AE-TOK-002, AE-FAIL-002).
    static let resourceEcho = Invariant(
        id: "resource-echo", title: "The resource of an authorization's answer is one that was asked for",
        statements: ["AE-TOK-002", "AE-FAIL-002"]
    ) { trace in
        trace.findings(from: [String]()) { asked, position, event in
            if case .call(_, let message) = event, message.selector.authorizes,
                let resource = message["resource"]?.stringValue
            {
                asked.append(resource)
            }
            guard case .callback(let callback) = event,
                [.setToken, .tokenRequestFailed].contains(callback.message.selector),
                let resource = callback.message["resource"]?.stringValue,
                !asked.contains(where: { $0.isExactly(resource) })
            else { return nil }
            let names = asked.map { "'\(trace.named($0))'" }.joined(separator: ", ")
            return trace.finding(
                [callback.message.selector == .setToken ? "AE-TOK-002" : "AE-FAIL-002"], at: position,
                "\(callback.message.selector) names a resource that was not requested",
                expected: asked.isEmpty ? "no such callback: nothing was asked for" : "one of \(names)")
        }
    }
}

extension Selector {
    /// Whether the call asks for a resource.
    fileprivate var authorizes: Bool {
        [.checkAuthorization, .checkAuthorizationWithData, .getAuthorization, .getAuthorizationWithData].contains(self)
    }
}
