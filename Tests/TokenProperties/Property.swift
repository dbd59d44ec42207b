internal import Cryptography
internal import Tokens
internal import XML

/// What must hold whatever the bytes are.
///
/// The tests damage a few good texts at random; libFuzzer, by `make fuzz`, goes where the code has not been yet.
package enum Property: String, Sendable, CaseIterable {
    /// A token is read the same way by all ways of reading it, and the findings are well-formed themselves.
    case token
    /// No other text than the one signed has a signature that holds.
    case signature
    /// A configuration is read the same way from events and from a tree.
    case configuration
    /// A page has forms, or none.
    case page
    /// A key is one, or an error.
    case key
    /// A date is written as it is read.
    case date

    /// What is wrong; nil when the property holds for the bytes.
    package func objection(to bytes: [UInt8]) -> String? {
        switch self {
        case .token: TokenProperty.shared.objection(to: bytes)
        case .signature: TokenProperty.shared.objection(toSignatureOf: bytes)
        case .configuration: ConfigurationProperty.objection(to: bytes)
        case .page: Self.objection(toPage: bytes)
        case .key: Self.objection(toKey: bytes)
        case .date: Self.objection(toDate: bytes)
        }
    }

    private static func objection(toPage bytes: [UInt8]) -> String? {
        let fields = HTMLForms.page(in: bytes).forms.reduce(0) { $0 + $1.fields.count }
        return fields > bytes.count ? "more fields than bytes" : nil
    }

    private static func objection(toKey bytes: [UInt8]) -> String? {
        guard let key = try? PublicKey(reading: bytes) else { return nil }
        guard let again = try? PublicKey(reading: key.der) else { return "the key in DER is no key" }
        guard let more = try? PublicKey(pem: key.pem) else { return "the key in PEM is no key" }
        return again.bits == key.bits && more.der == key.der ? nil : "the key is another one when it is read again"
    }

    private static func objection(toDate bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        for form in [TokenDate.Form.expiry, .issue] {
            guard let date = TokenDate(text, form: form) else { continue }
            guard TokenDate(date.text, form: form) == date else { return "read again, the date is another one" }
            guard date.text == text || text.hasSuffix("-0000") else { return "the date is written as \(date.text)" }
        }
        return nil
    }
}
