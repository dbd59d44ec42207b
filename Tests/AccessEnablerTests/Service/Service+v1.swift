import Documents
import Encodings
import Timing

@testable import AccessEnabler

/// REST API v1 of the service provider that the tests play.
extension Service {
    func replyOfV1(to request: NetworkRequest) -> NetworkReply? {
        let words = request.path.split(separator: "/").map(String.init)
        guard words.count > 2, words.starts(with: ["api", "v1"]) else { return nil }
        let resource = request.query["resource"] ?? ""
        switch words[2...].joined(separator: "/") {
        case "config/\(requestor)": return .xml(configuration(of: request.host))
        case "tokens/authn": return .json(200, told(of: withoutCode))
        case "tokens/usermetadata": return .json(200, #"{"encrypted":["zip"],"data":{"zip":"X","userID":"u-1"}}"#)
        case "authorize" where resource.hasPrefix("denied"):
            return .json(403, #"{"status":403,"message":"User not authorized","details":"not yours"}"#)
        case "authorize": return .json(200, told(of: withoutCode, #""resource":"\#(resource)","#))
        case "mediatoken":
            return .json(200, #"{"serializedToken":"\#(Base64.encode(Array(media(resource).utf8)))"}"#)
        case "preauthorize":
            let list = resource.split(separator: ",").map {
                #"{"id":"\#($0)","authorized":\#(!$0.hasPrefix("denied"))}"#
            }
            return .json(200, #"{"resources":[\#(list.joined(separator: ","))]}"#)
        case "logout": return NetworkReply(status: 204)
        default: return words[2] == "checkauthn" ? .json(200, "{}") : nil
        }
    }

    private func told(of mvpd: String, _ more: String = "") -> String {
        #"{"mvpd":"\#(mvpd)","requestor":"\#(requestor)",\#(more)"userId":"dTE=","expires":"\#(now + lifetime)"}"#
    }
}
