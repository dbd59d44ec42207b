internal import Timing
internal import XML

/// Takes the elements of a payload by name, and says which one is missing or wrong.
struct PayloadReader {
    let root: XMLElement

    /// - Throws: when the text is no token, or one of another kind.
    init(_ text: String, kind: TokenKind) throws(TokenError) {
        let envelope = try TokenEnvelope(parsing: text)
        do throws(XMLError) {
            root = try XMLReader.read(envelope.payload, limits: .token)
        } catch {
            throw .malformed(error)
        }
        guard kind.roots.contains(root.name), root.namespace == nil else {
            throw .wrongKind(root: root.name, expected: kind)
        }
    }

    func text(_ element: String) throws(TokenError) -> String {
        guard let leaf = root.only(element), leaf.elements.isEmpty else { throw .missing(element, in: root.name) }
        return leaf.text
    }

    func optional(_ element: String) -> String? {
        root.only(element).flatMap { $0.text.isEmpty ? nil : $0.text }
    }

    func date(_ element: String, _ form: TokenDate.Form) throws(TokenError) -> TokenDate {
        let text = try text(element).trimmingSpaces
        guard let date = TokenDate(text, form: form) else {
            throw .lexical(
                element, text, expected: "a date like \(TokenDate(WallTime(milliseconds: 0), form: form).text)")
        }
        return date
    }

    /// The hash in `simpleTokenDeviceID`; print puts white space around it, which does not count.
    func fingerprint() throws(TokenError) -> String {
        guard let device = root.only("simpleTokenDeviceID") else {
            throw .missing("simpleTokenDeviceID", in: root.name)
        }
        guard let fingerprint = device.only("simpleTokenFingerprint") else {
            throw .missing("simpleTokenFingerprint", in: "simpleTokenDeviceID")
        }
        return fingerprint.text.trimmingSpaces
    }
}

extension String {
    /// Without white space of XML around it.
    var trimmingSpaces: String {
        guard let start = utf8.firstIndex(where: { !isXMLSpace($0) }),
            let end = utf8.lastIndex(where: { !isXMLSpace($0) })
        else { return "" }
        return String(self[start...end])
    }
}
