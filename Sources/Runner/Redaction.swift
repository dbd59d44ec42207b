import AccessEnablerAPI
import Cryptography
package import Evidence

/// Takes the secrets out of what ports say, before it is kept.
///
/// Each becomes `sha256:` and the first twelve digits of its hash, as in the backend's records, so that it can
/// still be told whether two are the same; a token keeps the name of its kind.
package enum Redaction {
    /// Query parameters of URLs that must not be kept.
    private static let parameters: Set<String> = ["access_token", "signed_requestor_id", "authentication_token"]

    package static func redacted(_ observation: Observation) -> Observation {
        switch observation.event {
        // Most of a trace, and without secrets already.
        case .request, .replyLeft: return observation
        default: break
        }
        var redacted = observation
        switch observation.event {
        case .callback(var callback):
            callback.message = self.redacted(callback.message)
            redacted.event = .callback(callback)
        case .call(let number, let message):
            redacted.event = .call(number: number, self.redacted(message))
        case .safariPresented(let url):
            redacted.event = .safariPresented(url: self.redacted(url: url))
        case .browser(var browser):
            browser.url = self.redacted(url: browser.url)
            redacted.event = .browser(browser)
        case .callThrew(let number, let message):
            redacted.event = .callThrew(number: number, message: self.redacted(text: message))
        case .portOutput(let stream, let line):
            redacted.event = .portOutput(stream: stream, line: self.redacted(text: line))
        case .portEnded(let reason):
            redacted.event = .portEnded(reason: self.redacted(text: reason))
        case .fault(var fault):
            fault.message = self.redacted(text: fault.message)
            redacted.event = .fault(fault)
        case .adapterTried(var trial):
            trial.detail = self.redacted(text: trial.detail)
            redacted.event = .adapterTried(trial)
        case .note(let text):
            redacted.event = .note(self.redacted(text: text))
        case .stepFailed(let step, var failure):
            failure.message = self.redacted(text: failure.message)
            redacted.event = .stepFailed(step, failure)
        default:
            break
        }
        return redacted
    }

    private static func redacted(_ message: Message) -> Message {
        var message = message
        for index in message.arguments.indices {
            let argument = message.arguments[index]
            guard case .string(let text) = argument.value else { continue }
            switch argument.name {
            case "token": message.arguments[index].value = .string(redacted(token: text))
            case "signedRequestorID", "secret": message.arguments[index].value = .string(hash(text))
            case "url": message.arguments[index].value = .string(redacted(url: text))
            default: break
            }
        }
        return message
    }

    /// What kind of token it is can still be told (AE-XML-021), in Base64 too, as clientless services hand tokens out.
    private static func redacted(token: String) -> String {
        let kinds = [
            ("<simpleAuthenticationToken", "authentication-token "),
            ("<simpleAuthorizationToken", "authorization-token "),
            ("<authToken", "media-token "), ("<shortAuthorizationToken", "media-token "),
        ]
        let plain = Base64.decode(token).map { String(decoding: $0, as: UTF8.self) } ?? token
        let kind = kinds.first { plain.contains($0.0) }?.1 ?? ""
        return kind + hash(token)
    }

    private static func redacted(url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let query = url[url.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let kept = query.map { pair -> String in
            guard let equals = pair.firstIndex(of: "="), parameters.contains(String(pair[..<equals])) else {
                return String(pair)
            }
            return pair[...equals] + hash(String(pair[pair.index(after: equals)...]))
        }
        return url[...mark] + kept.joined(separator: "&")
    }

    private static func hash(_ text: String) -> String {
        text.isEmpty ? text : "sha256:" + Hex.encode(Digest.sha256(Array(text.utf8))).prefix(12)
    }
}
