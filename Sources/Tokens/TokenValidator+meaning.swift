internal import Cryptography
internal import Encodings
internal import Timing
internal import XML

extension TokenValidator {
    /// Layer 5: the token against what is expected of it.
    func checkMeaning(_ expectations: TokenExpectations, in text: [UInt8], into report: inout TokenReport) {
        if let kind = expectations.kind, kind != report.kind {
            let root = report.root.map { "the element \($0)" } ?? "the text"
            report.findings.append(
                TokenFinding(.semantics, "\(root) is not \(kind.phrase)", result: .invalidKind))
        }
        guard let kind = report.kind else { return }
        let isMedia = kind == .media
        let rules: [ValueRule] = [
            ValueRule(
                element: isMedia ? "requestorID" : "simpleTokenRequestorID", expected: expectations.requestor,
                actual: report.requestor, statement: isMedia ? "AE-XML-012" : "AE-XML-017",
                result: .invalidRequestor),
            ValueRule(
                element: isMedia ? "resourceID" : "simpleTokenResourceID",
                expected: kind == .authentication ? nil : expectations.resource, actual: report.resource,
                statement: isMedia ? "AE-XML-013" : "AE-XML-016", result: .invalidResource),
            ValueRule(
                element: isMedia ? "mvpdId" : "simpleTokenMsoID", expected: expectations.mvpd, actual: report.mvpd,
                statement: isMedia ? "AE-XML-014" : "AE-XML-018", result: .invalidMVPD),
            ValueRule(
                element: "proxyMvpdId", expected: isMedia ? expectations.proxyMVPD : nil,
                actual: report.proxyMVPD ?? "", statement: "AE-XML-015", result: .invalidProxyMVPD),
            ValueRule(
                element: isMedia ? "sessionGUID" : "simpleTokenAuthenticationGuid",
                expected: kind == .authorization ? nil : expectations.guid, actual: report.guid, statement: nil,
                result: .invalidSession, isSecret: true),
            ValueRule(
                element: "simpleTokenDeviceID/simpleTokenFingerprint",
                expected: isMedia ? nil : expectations.deviceID.map { Hex.encode(Digest.sha1(Array($0.utf8))) },
                actual: report.fingerprint?.lowercased(), statement: "AE-DEV-004", result: .invalidDevice),
            ValueRule(
                element: "simpleTokenDeviceID/simpleTokenFingerprint",
                expected: isMedia ? nil : expectations.fingerprint?.lowercased(),
                actual: report.fingerprint?.lowercased(), statement: "AE-DEV-007", result: .invalidDevice),
        ]
        let root = report.root ?? ""
        for rule in rules {
            guard let message = rule.objection else { continue }
            report.findings.append(
                TokenFinding(
                    .semantics, at: position(of: rule.element, in: text), path: "/\(root)/\(rule.element)",
                    statement: rule.statement, message, result: rule.result))
        }
        checkTimes(expectations, in: text, into: &report)
    }

    private func checkTimes(_ expectations: TokenExpectations, in text: [UInt8], into report: inout TokenReport) {
        let element =
            switch report.kind {
            case .authentication: "simpleTokenExpires"
            case .authorization: "simpleTokenTTL"
            case .media, nil: "issueTime"
            }
        let path = "/\(report.root ?? "")/\(element)"
        // Asked for only where there is something to say: most tokens are good.
        var place: XMLPosition { position(of: element, in: text) }
        if let time = expectations.time, let expires = report.expires() {
            let skew = expectations.clockSkew
            if expires + skew < time {
                let late = (time - expires).components.seconds
                report.findings.append(
                    TokenFinding(
                        .semantics, at: place, path: path, statement: "AE-XML-019",
                        "the token expired \(late) s before the time given", result: .expired))
            }
            if let other = report.expires(.gmt), (other + skew < time) != (expires + skew < time) {
                report.findings.append(
                    TokenFinding(
                        .semantics, as: .note, at: place, path: path, statement: "AE-XML-009",
                        "at the time given the two readings of the offset disagree: as local time the token is "
                            + (expires + skew < time ? "expired, as GMT it is not" : "valid, as GMT it is expired")))
            }
            if let issued = report.issued?.instant(), time + skew < issued {
                report.findings.append(
                    TokenFinding(
                        .semantics, at: place, path: path, "the token is issued after the time given",
                        result: .notYetValid))
            }
        }
        if let lifetimes = expectations.lifetimes, let lifetime = report.lifetimeMilliseconds,
            !lifetimes.contains(lifetime)
        {
            report.findings.append(
                TokenFinding(
                    .semantics, at: position(of: "ttl", in: text), path: "/\(report.root ?? "")/ttl",
                    statement: "AE-XML-011",
                    "the life span of \(lifetime) ms is outside \(lifetimes.lowerBound) to \(lifetimes.upperBound) ms",
                    result: .invalidLifetime))
        }
    }

    /// Where the element's tag is; the start of the token when it is not there.
    private func position(of element: String, in text: [UInt8]) -> XMLPosition {
        let tag = Array("<\(element.split(separator: "/").last ?? "")>".utf8)
        let place = text.indices.first { text[$0] == UInt8(ascii: "<") && text[$0...].starts(with: tag) }
        return place.map { XMLPosition(of: $0, in: text) } ?? .start
    }
}

/// A value of a token against the one expected.
private struct ValueRule {
    var element: String
    var expected: String?
    var actual: String?
    var statement: String?
    var result: TokenResult
    var isSecret = false

    /// What is wrong; nil when nothing is expected or the value is the one expected.
    var objection: String? {
        // Byte by byte: texts that a reader takes for one another are not one.
        guard let expected, actual.map({ !$0.utf8.elementsEqual(expected.utf8) }) ?? true else { return nil }
        guard let actual else { return "no such element, expected \(isSecret ? "one" : "\"\(expected)\"")" }
        return isSecret ? "not the value expected" : "\"\(actual)\" instead of \"\(expected)\""
    }
}
