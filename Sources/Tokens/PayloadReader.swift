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
        guard kind.roots.contains(root.name) else { throw .wrongKind(root: root.name, expected: kind) }
    }

    var rootName: String { root.name }

    init(root: XMLElement) {
        self.root = root
    }

    func text(_ element: String) throws(TokenError) -> String {
        guard let text = root.text(of: element) else { throw .missing(element, in: root.name) }
        return text
    }

    func optional(_ element: String) -> String? {
        root.text(of: element).flatMap { $0.isEmpty ? nil : $0 }
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
        guard let device = root.first("simpleTokenDeviceID") else {
            throw .missing("simpleTokenDeviceID", in: root.name)
        }
        guard let fingerprint = device.text(of: "simpleTokenFingerprint") else {
            throw .missing("simpleTokenFingerprint", in: "simpleTokenDeviceID")
        }
        return fingerprint.trimmingSpaces
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
