internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping
internal import Synchronization

/// Instances that share what they should each have to themselves; with one session at a time they are all right.
extension Mutant {
    static let isolation: [Mutant] = [
        {
            let newest = Mutex<Stage?>(nil)
            return .mutant(
                "callbacks-to-the-newest", "makes every callback to the delegate of the newest instance",
                ["AE-REQ-010", "AE-CHKN-005", "AE-AUTHN-017"], checks: ["no-crosstalk"]
            ) { stage, mutation in
                newest.withLock { $0 = stage }
                mutation.callback = { callback in
                    newest.withLock { $0 }?.tell(callback)
                    return []
                }
            }
        }(),
        {
            let requestor = Shared()
            return .mutant(
                "requestor-is-shared", "keeps the requestor in a variable of all instances", ["AE-REQ-001"],
                checks: ["no-crosstalk"]
            ) { stage, mutation in
                mutation.call = { call in
                    if let id = call["requestorID"]?.stringValue { requestor.keep(id) }
                    return [call]
                }
                mutation.changeRequests { request in
                    guard let newest = requestor.text, !stage.requestor.isEmpty else { return }
                    request.url = request.url.replacing(stage.requestor, with: newest)
                }
            }
        }(),
        {
            let selected = Shared()
            return .mutant(
                "selection-is-shared", "reports the MVPD that any instance selected last", ["AE-PROV-003"],
                checks: ["no-crosstalk"]
            ) { _, mutation in
                mutation.call = { call in
                    if call.selector == .setSelectedProvider, let id = call["mvpdId"]?.stringValue {
                        selected.keep(id)
                    }
                    return [call]
                }
                mutation.onCallback(.selectedProvider) { callback in
                    guard let id = selected.text, callback["mvpd"]?.objectValue != nil else { return [callback] }
                    let mvpd = MVPD(id: id, displayName: id, logoURL: "https://logos.test/\(id).png")
                    return [callback.with("mvpd", mvpd.value)]
                }
            }
        }(),
        {
            let token = Shared()
            return .mutant(
                "media-token-is-shared", "delivers the media token that came last to any instance",
                ["AE-TOK-001", "AE-TOK-002", "AE-XML-013"], checks: ["sound-tokens", "no-crosstalk"]
            ) { _, mutation in
                mutation.onCallback(.setToken) { callback in
                    let last = token.text
                    token.keep(callback["token"]?.stringValue ?? "")
                    return [callback.with("token", .string(last ?? callback["token"]?.stringValue ?? ""))]
                }
            }
        }(),
    ]

    /// A text that all sessions of a port see, as a static variable would be.
    private final class Shared: Sendable {
        private let kept = Mutex<String?>(nil)

        var text: String? { kept.withLock { $0 } }

        func keep(_ text: String) {
            kept.withLock { $0 = text }
        }
    }
}
