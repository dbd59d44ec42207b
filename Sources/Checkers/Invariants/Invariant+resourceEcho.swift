import AccessEnablerAPI
import Encodings
import Evidence

extension Invariant {
    /// What is answered was asked (AE-TOK-002, AE-FAIL-002).
    static let resourceEcho = Invariant(
        id: "resource-echo", title: "The resource of an authorization's answer is one that was asked for",
        statements: ["AE-TOK-002", "AE-FAIL-002"]
    ) { trace in
        trace.parts.flatMap { positions -> [Finding] in
            var asked: [String] = []
            return positions.compactMap { position -> Finding? in
                switch trace.observations[position].event {
                case .call(_, let message) where message.selector.authorizes:
                    if let resource = message["resource"]?.stringValue { asked.append(resource) }
                    return nil
                case .callback(let callback):
                    let selector = callback.message.selector
                    guard selector == .setToken || selector == .tokenRequestFailed,
                        let resource = callback.message["resource"]?.stringValue,
                        !asked.contains(where: { $0.isExactly(resource) })
                    else { return nil }
                    let names = asked.map { "'\(trace.named($0))'" }.joined(separator: ", ")
                    return trace.finding(
                        [selector == .setToken ? "AE-TOK-002" : "AE-FAIL-002"], at: position,
                        "\(selector) names a resource that was not requested",
                        expected: asked.isEmpty ? "no such callback: nothing was asked for" : "one of \(names)")
                default:
                    return nil
                }
            }
        }
    }
}

extension Selector {
    /// Whether the call asks for a resource.
    fileprivate var authorizes: Bool {
        [.checkAuthorization, .checkAuthorizationWithData, .getAuthorization, .getAuthorizationWithData].contains(self)
    }
}
