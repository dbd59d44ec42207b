package import Cryptography
internal import XML

/// Validates tokens, layer by layer, with schemas that are compiled once.
///
/// Used by one thread at a time. A good token costs a few microseconds without its signature; only one with a mistake is
/// looked at closely, to find all mistakes.
package final class TokenValidator {
    /// A schema with what it does not say about its values.
    private struct Compiled {
        let schema: XMLSchema
        /// Index of the value that is a date.
        let date: Int?
        let form: TokenDate.Form
    }

    private let authentication: Compiled
    private let authorization: Compiled
    private let media: Compiled
    private let looksClosely: Bool

    /// Compiles the schemas, which takes about a millisecond.
    ///
    /// - Parameter looksClosely: whether good tokens are looked at as closely as others; the report is the same.
    package init(looksClosely: Bool = false) {
        self.looksClosely = looksClosely
        func compile(_ kind: TokenKind) -> Compiled {
            let layout = TokenLayout.of(kind)
            let date = layout.fields.firstIndex { $0.dateForm != nil }
            do throws(XMLError) {
                return Compiled(
                    schema: try XMLSchema(Array(layout.schema.utf8), elements: layout.fields.map(\.name)), date: date,
                    form: date.flatMap { layout.fields[$0].dateForm } ?? .expiry)
            } catch {
                preconditionFailure("the schema of \(kind.phrase) does not compile: \(error)")
            }
        }
        authentication = compile(.authentication)
        authorization = compile(.authorization)
        media = compile(.media)
    }

    func schema(_ kind: TokenKind) -> XMLSchema {
        compiled(kind).schema
    }

    /// One value of one element.
    private struct Leaf: Hashable {
        var kind: TokenKind
        var field: String
        var text: [UInt8]
    }

    /// What the schemas said of values: bad tokens come in floods, and are much alike.
    private var known: [Leaf: Bool] = [:]

    /// Whether the schema accepts the value, shown to it in the payload that `sample` puts together.
    func accepts(_ text: String, of field: String, _ kind: TokenKind, sample: () -> String) -> Bool {
        let leaf = Leaf(kind: kind, field: field, text: Array(text.utf8))
        if let known = known[leaf] { return known }
        let isAccepted = accepts(Array(sample().utf8), kind)
        if leaf.text.count <= 256 {
            if known.count == 1_024 { known.removeAll(keepingCapacity: true) }
            known[leaf] = isAccepted
        }
        return isAccepted
    }

    /// Whether the schema accepts a payload that was put together to show it one value.
    func accepts(_ payload: [UInt8], _ kind: TokenKind) -> Bool {
        // A value near the limit may go beyond it once its entities are written out.
        let limits = XMLLimits(bytes: .max, depth: 16, attributes: 16, elements: 256)
        return if case .valid = schema(kind).check(payload, limits: limits) { true } else { false }
    }

    private func compiled(_ kind: TokenKind) -> Compiled {
        switch kind {
        case .authentication: authentication
        case .authorization: authorization
        case .media: media
        }
    }

    /// Looks at everything that can be looked at: a mistake in one layer does not hide those of the next.
    ///
    /// - Parameters:
    ///   - text: the token as it came: raw, as base64, escaped, or within a service's answer.
    ///   - key: the issuer's key; without one the signature is not checked.
    package func validate(
        _ text: [UInt8], key: PublicKey? = nil, expecting expectations: TokenExpectations = .none
    ) -> TokenReport {
        guard text.count <= TokenEnvelope.sizeLimit else { return TokenReport(tooLarge: text.count) }
        var report = TokenReport()
        guard validate(unwrapped: text, key: key, expecting: expectations, into: &report) else {
            return validate(wrapped: text, key: key, expecting: expectations)
        }
        return report
    }

    private func validate(
        wrapped text: [UInt8], key: PublicKey?, expecting expectations: TokenExpectations
    ) -> TokenReport {
        do throws(TokenError) {
            let envelope = try TokenEnvelope(parsing: text)
            var report = TokenReport(wrappings: envelope.wrappings)
            guard validate(unwrapped: envelope.text, key: key, expecting: expectations, into: &report) else {
                return TokenReport(findings: [TokenFinding(.framing, "no token in the text")])
            }
            if let holder = envelope.holder, let kind = report.kind, TokenKind(holder: holder) != kind {
                report.findings.insert(
                    TokenFinding(.framing, "\(holder) of the answer holds \(kind.phrase)", result: .invalidKind), at: 0)
            }
            return report
        } catch {
            return TokenReport(findings: [TokenFinding(.framing, statement: "AE-XML-001", error.message)])
        }
    }

    package func validate(
        _ text: String, key: PublicKey? = nil, expecting expectations: TokenExpectations = .none
    ) -> TokenReport {
        validate(Array(text.utf8), key: key, expecting: expectations)
    }

    /// Whether the text begins and ends as a token does; if not, it was not looked at.
    private func validate(
        unwrapped text: [UInt8], key: PublicKey?, expecting expectations: TokenExpectations,
        into report: inout TokenReport
    ) -> Bool {
        let isCut = unsafe text.withUnsafeBufferPointer { bytes -> Bool in
            guard let cut = try? unsafe TokenRanges(bytes) else { return false }
            report.framing = cut.framing
            if cut.payload.upperBound < bytes.count { report.wrappings.append(.whiteSpace) }
            unsafe readPayload(bytes, cut, isStrict: expectations.isStrict, into: &report)
            unsafe checkSignature(bytes, cut, key: key, into: &report)
            return true
        }
        guard isCut else { return false }
        if !expectations.isNone { checkMeaning(expectations, in: text, into: &report) }
        if report.findings.count > 1 {
            report.findings.sort { ($0.layer, $0.position) < ($1.layer, $1.position) }
        }
        return true
    }

    /// Layers 1 to 3 of the payload.
    private func readPayload(
        _ bytes: UnsafeBufferPointer<UInt8>, _ cut: TokenRanges, isStrict: Bool, into report: inout TokenReport
    ) {
        let payload = unsafe UnsafeBufferPointer(rebasing: bytes[cut.payload])
        if !looksClosely, let kind = unsafe Self.kind(of: payload), unsafe payload.last == UInt8(ascii: ">") {
            let compiled = compiled(kind)
            let outcome = unsafe compiled.schema.check(payload, limits: .token)
            if case .valid(let root, let values) = outcome, Self.dateExists(values, compiled) {
                report.kind = kind
                report.root = root
                report.values = values
                return
            }
        }
        let inspection = PayloadInspection(
            payload: unsafe Array(payload), text: unsafe Array(bytes), offset: cut.payload.lowerBound,
            isStrict: isStrict)
        inspection.inspect(with: self, into: &report)
    }

    /// The kind the first tag says, without looking further.
    private static func kind(of payload: UnsafeBufferPointer<UInt8>) -> TokenKind? {
        if unsafe TokenRanges.has("<simpleAuthenticationToken", at: 0, in: payload) { return .authentication }
        if unsafe TokenRanges.has("<simpleAuthorizationToken", at: 0, in: payload) { return .authorization }
        if unsafe TokenRanges.has("<authToken", at: 0, in: payload) { return .media }
        if unsafe TokenRanges.has("<shortAuthorizationToken", at: 0, in: payload) { return .media }
        return nil
    }

    /// Whether the date, which the schema found to be of the right form, is one of the calendar.
    private static func dateExists(_ values: XMLSchema.Values, _ compiled: Compiled) -> Bool {
        guard let date = compiled.date else { return true }
        let exists = unsafe values.withBytes(named: date) { bytes in
            var (start, end) = (0, bytes.count)
            while start < end, unsafe isXMLSpace(bytes[start]) { start += 1 }
            while end > start, unsafe isXMLSpace(bytes[end - 1]) { end -= 1 }
            let text = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
            // The schema knows the form but for white space, and every month has 28 days.
            if unsafe compiled.form.hasItsSpaces(text), unsafe (text[8], text[9]) <= (0x32, 0x38) { return true }
            return unsafe TokenDate(text, form: compiled.form) != nil
        }
        // Without the element there is nothing to object to here; the schema has the last word on that.
        return exists ?? true
    }
}
