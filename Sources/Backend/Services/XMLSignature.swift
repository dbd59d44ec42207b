internal import Cryptography
internal import Encodings

/// Signs elements of XML (XML Signature 1.1): RSA, SHA-256, and the exclusive canonical form.
///
/// There is no canonicalizer: what is signed must be written in its canonical form, that is with the name space
/// declarations first and the attributes in the order of their names, without empty-element tags, and with each
/// name space declared where it is first used.
struct XMLSignature: Sendable {
    let key: PrivateKey
    /// In Base64 of DER, as a document carries it.
    let certificate: String

    init?(_ signer: Signer) {
        guard let pem = signer.certificate else { return nil }
        key = signer.key
        certificate = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    }

    /// The element that goes into the signed one, whose attribute `ID` is `id`.
    func signature(over element: Markup, id: String) -> Markup {
        let digest = Base64.encode(Digest.sha256(element.bytes))
        let info: Markup = """
            <ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\
            <ds:CanonicalizationMethod Algorithm="\(attribute: Self.canonical)"></ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="\(attribute: Self.algorithm)"></ds:SignatureMethod>\
            <ds:Reference URI="#\(attribute: id)"><ds:Transforms>\
            <ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>\
            <ds:Transform Algorithm="\(attribute: Self.canonical)"></ds:Transform></ds:Transforms>\
            <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>\
            <ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference></ds:SignedInfo>
            """
        let value = Base64.encode(key.sign(info.bytes))
        return """
            <ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">\(info)\
            <ds:SignatureValue>\(value)</ds:SignatureValue><ds:KeyInfo><ds:X509Data>\
            <ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>
            """
    }

    static let algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    private static let canonical = "http://www.w3.org/2001/10/xml-exc-c14n#"
}
