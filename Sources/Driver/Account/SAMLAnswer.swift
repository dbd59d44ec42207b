import Encodings

/// An MVPD's answer to a profile request, as the platform hands it on: a SAML response in Base64.
///
/// The service has to find its own question in it, and a user it knows; nothing else is looked at in the simulation.
struct SAMLAnswer {
    let text: String

    /// A question in XML, or that in Base64; one that cannot be read is answered with a response to none.
    init(to question: String, of user: String) {
        let clear = Base64.decode(question).map { String(decoding: $0, as: UTF8.self) } ?? question
        let id = Self.identifier(in: clear) ?? ""
        let document = """
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
            xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Version="2.0" InResponseTo="\(id)">\
            <saml:Assertion><saml:Subject><saml:NameID>\(user.xmlEscaped)</saml:NameID></saml:Subject>\
            </saml:Assertion></samlp:Response>
            """
        text = Base64.encode(Array(document.utf8))
    }

    private static func identifier(in question: String) -> String? {
        guard let start = question.firstRange(of: " ID=\"") else { return nil }
        let value = question[start.upperBound...].prefix { $0 != "\"" }
        return value.utf8.allSatisfy { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") } ? String(value) : nil
    }
}
