internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Instances that share what they should each have to themselves; with one session at a time they are all right.
extension Mutant {
    static let isolation: [Mutant] = [
        {
            let newest = Kept<Stage?>(nil)
            return .mutant(
                "callbacks-to-the-newest", "makes every callback to the delegate of the newest instance",
                ["AE-REQ-010", "AE-CHKN-005", "AE-AUTHN-017"], checks: ["no-crosstalk"]
            ) { stage, mutation in
                newest.value = stage
                mutation.callback = { callback in
                    newest.value?.tell(callback)
                    return []
                }
            }
        }(),
        {
            let requestor = Kept<String?>(nil)
            return .mutant(
                "requestor-is-shared", "keeps the requestor in a variable of all instances", ["AE-REQ-001"],
                checks: ["no-crosstalk"]
            ) { stage, mutation in
                mutation.call = { call in
                    if let id = call["requestorID"]?.stringValue { requestor.value = id }
                    return [call]
                }
                mutation.changeRequests { request in
                    guard let newest = requestor.value, !stage.requestor.isEmpty else { return }
                    request.url = request.url.replacing(stage.requestor, with: newest)
                }
            }
        }(),
        {
            let selected = Kept<String?>(nil)
            return .mutant(
                "selection-is-shared", "reports the MVPD that any instance selected last", ["AE-PROV-003"],
                checks: ["no-crosstalk"]
            ) { _, mutation in
                mutation.call = { call in
                    if call.selector == .setSelectedProvider, let id = call["mvpdId"]?.stringValue {
                        selected.value = id
                    }
                    return [call]
                }
                mutation.onCallback(.selectedProvider) { callback in
                    guard let id = selected.value, callback["mvpd"]?.objectValue != nil else { return [callback] }
                    let mvpd = MVPD(id: id, displayName: id, logoURL: "https://logos.test/\(id).png")
                    return [callback.with("mvpd", mvpd.value)]
                }
            }
        }(),
        {
            let token = Kept<String?>(nil)
            return .onCallback(
                "media-token-is-shared", "delivers the media token that came last to any instance",
                ["AE-TOK-001", "AE-TOK-002", "AE-XML-013"], .setToken, checks: ["sound-tokens", "no-crosstalk"]
            ) { _, callback in
                let present = callback["token"]?.stringValue ?? ""
                return [callback.with("token", .string(token.change { exchange(&$0, with: present) } ?? present))]
            }
        }(),
    ]
}
