import Encodings
import Evidence
import ServiceProtocol

extension ClientRule {
    /// Tokens go back as they came: whole, and while they are good (service-protocol.md 3.5, 3.7, 5).
    static let soundTokens = ClientRule(
        id: "sound-tokens", title: "Every token that is sent back is whole, signed by the service, and not expired"
    ) { exchanges in
        let calls = exchanges.all.filter { !$0.carried.isEmpty }
        // What a service handed out is no fault of who sends it back: without a device it binds tokens to none.
        let issued = Set(exchanges.all.flatMap(\.issued).map(\.digest))
        func isBad(_ token: TokenSighting, in call: ClientExchange) -> Bool {
            if let remaining = token.remaining, remaining < 0 { return true }
            // Of what an earlier run handed out only the service knows what it was.
            if exchanges.hasHistory, call.status == 200 { return false }
            return token.result != "VALID_TOKEN" && !issued.contains(token.digest)
        }
        return Judgement(
            wasExercised: !calls.isEmpty,
            findings: calls.flatMap { call in
                call.carried.filter { isBad($0, in: call) }.map { token in
                    call.finding(
                        "the \(token.kind?.rawValue ?? "unknown") token " + fault(of: token),
                        expected: "the text of a token exactly as the service handed it out, before it expires")
                }
            })
    }

    /// What is wrong with a token, in words.
    private static func fault(of token: TokenSighting) -> String {
        if let remaining = token.remaining, remaining < 0 {
            return "expired \(-Double(remaining) / 1_000) seconds before it was sent"
        }
        return switch token.result {
        case "INVALID_SIGNATURE": "has a signature that is not the service's"
        case "INVALID_TOKEN_FORMAT": "does not have the form of a token"
        default: "is not what the service handed out: \(token.result)"
        }
    }

    /// A token is for one device and one requestor (service-protocol.md 3.5, 5.2).
    static let ownTokens = ClientRule(
        id: "own-tokens", title: "Tokens are used on the device and for the requestor they were handed out for"
    ) { exchanges in
        let calls = exchanges.all.filter { !$0.carried.isEmpty }
        return Judgement(
            wasExercised: !calls.isEmpty,
            findings: calls.flatMap { call in
                call.carried.compactMap { token -> Finding? in
                    if token.isOfDevice == false {
                        return call.finding(
                            "the token is that of another device", expected: "tokens of the device that asks")
                    }
                    guard let requestor = call.requestor, let own = token.requestor, !own.isExactly(requestor) else {
                        return nil
                    }
                    return call.finding(
                        "the token is for requestor \(own), and \(requestor) asks",
                        expected: "tokens of the requestor that asks")
                }
            })
    }

    /// Nothing is played without a decision: a device that leaves its tokens to the service asks for authorization first,
    /// and a stream is asked for with the media token of a permit (service-protocol.md 4.7, 4.8, 5.5, 7.6).
    static let authorizedMediaTokens = ClientRule(
        id: "authorized-media-tokens",
        title: "A media token, or a stream's address, is asked for only after authorization was asked for"
    ) { exchanges in
        struct Request: Hashable {
            var device: String?
            var resource: ExactText?
        }
        let issued = Set(exchanges.all.flatMap(\.issued).map(\.digest))
        var asked: Set<Request> = []
        var wasExercised = false
        var findings: [Finding] = []
        for call in exchanges.all where !call.isFaulty {
            if call.request.path == "/tvs/v1/sign" {
                wasExercised = true
                let isIssued = exchanges.hasHistory || call.carried.contains { issued.contains($0.digest) }
                if !isIssued || call.reason.contains("for another resource") {
                    findings.append(
                        call.finding(
                            "a stream's address was asked for without the media token of a permit for its resource",
                            expected: "an authorization of the resource before playback, and its media token"))
                }
                continue
            }
            guard let resource = call.field("resource") else { continue }
            let request = Request(device: call.device, resource: ExactText(resource))
            switch call.request.purpose {
            case .authorize: asked.insert(request)
            case .mediaToken:
                wasExercised = true
                // What was authorized before the trace began may have ended since, and a denial is for the user to see.
                if call.status == 403, !asked.contains(request), !exchanges.hasHistory {
                    findings.append(
                        call.finding(
                            "no authorization of \(resource) was asked for on this device",
                            expected: "a request for authorization before one for its media token"))
                }
            default: break
            }
        }
        return Judgement(wasExercised: wasExercised, findings: findings)
    }

    /// A logout ends the use of the tokens (service-protocol.md 3.10).
    static let overAfterLogout = ClientRule(
        id: "over-after-logout", title: "Tokens of a login are not sent again after its logout"
    ) { exchanges in
        // By the digest of the token.
        var issued: [String: (token: TokenSighting, callers: Set<String>, isOver: Bool)] = [:]
        var wasExercised = false
        var findings: [Finding] = []
        for call in exchanges.all {
            for token in call.carried where issued[token.digest]?.isOver == true {
                findings.append(
                    call.finding(
                        "a token was sent although the user had signed out since it was handed out",
                        expected: "no token of a login after its logout"))
            }
            if call.request.purpose == .logout, call.field("pt_device_id", "deviceid", "resource") == nil {
                wasExercised = true
                // A logout that was refused, or whose answer was broken, may be tried again.
                guard call.status.map({ $0 < 400 }) ?? false, !call.isFaulty else { continue }
                let areAlike = call.callers.isEmpty && Set(issued.values.map(\.callers)).count == 1
                for (digest, (token, callers, _)) in issued {
                    let isMeant =
                        (call.requestor ?? token.requestor) == token.requestor
                        && (call.mvpd ?? token.mvpd) == token.mvpd
                    // Who cannot be told from others is not held to what one of them has ended.
                    let isOwn =
                        areAlike || !call.callers.isDisjoint(with: callers)
                    if isMeant, isOwn { issued[digest]?.isOver = true }
                }
            }
            // The same text handed out again is good again.
            for token in call.issued { issued[token.digest] = (token, call.callers, false) }
        }
        return Judgement(wasExercised: wasExercised, findings: findings)
    }
}
