import Documents
import Encodings
import Timing
import Tokens

@testable import AccessEnabler

/// REST API v2 of the service provider that the tests play.
extension Service {
    func replyOfV2(to request: NetworkRequest) -> NetworkReply? {
        let words = request.path.split(separator: "/").map(String.init)
        guard words.count > 3, words.starts(with: ["api", "v2", requestor]) else { return nil }
        switch words[3] {
        case "configuration":
            let entries = (mvpds[request.host] ?? []).map { entry in
                let flags = entry.properties.map { #","\#($0.key)":\#($0.value)"# }.joined()
                return #"{"id":"\#(entry.id)","displayName":"\#(entry.id)","logoUrl":"\#(entry.logo)"\#(flags)}"#
            }
            return .json(
                200, #"{"requestor":{"id":"\#(requestor)","name":"","mvpds":[\#(entries.joined(separator: ","))]}}"#)
        case "sessions":
            let code = "CODE-\(request.form["mvpd"] ?? "")"
            return .json(
                200,
                #"{"actionName":"authenticate","code":"\#(code)","notAfter":"\#(now + 1_800_000)","#
                    + #""url":"/api/v2/authenticate/\#(requestor)/\#(code)"}"#)
        case "profiles":
            return .json(200, profile(words[4] == "code" ? String(words[5].dropFirst("CODE-".count)) : words[4]))
        case "decisions":
            let resources = (try? JSON.parse(request.body ?? []))?["resources"]?.array?.compactMap(\.string) ?? []
            return .json(
                200, #"{"decisions":[\#(resources.map { decision($0, words[5]) }.joined(separator: ","))]}"#)
        case "logout":
            let action = #"{"actionName":"logout","url":"/adobe-services/logout?x=y"}"#
            return .json(200, #"{"logouts":{"\#(words[4])":\#(action)}}"#)
        default:
            return nil
        }
    }

    func profile(_ mvpd: String) -> String {
        #"{"profiles":{"\#(mvpd)":{"notBefore":\#(now),"notAfter":\#(now + lifetime),"issuer":"\#(mvpd)","#
            + #""type":"regular","attributes":{"userID":{"value":"u-1","state":"plain"},"#
            + #""zip":{"value":"X","state":"enc"}}}}}"#
    }

    func decision(_ resource: String, _ mvpd: String) -> String {
        let token = Base64.encode(Array(media(resource).utf8))
        let head = #"{"resource":"\#(resource)","serviceProvider":"\#(requestor)","mvpd":"\#(mvpd)","authorized":"#
        guard !resource.hasPrefix("denied") else {
            return head + #"false,"error":{"code":"authorization_denied_by_mvpd","details":"not yours"}}"#
        }
        return head + #"true,"token":{"notAfter":\#(now + 300_000),"serializedToken":"\#(token)"},"#
            + #""notAfter":\#(now + lifetime)}"#
    }
}
