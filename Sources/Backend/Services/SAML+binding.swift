internal import Cryptography
internal import Encodings
internal import HTTPServer

/// How messages travel through a browser (SAML bindings 3.4, 3.5).
extension SAML {
    /// The query with the message, and with its signature where messages are signed.
    ///
    /// - Parameter name: `SAMLRequest` or `SAMLResponse`.
    func query(_ name: String, _ message: [UInt8], relayState: String) -> String {
        var query = "\(name)=\(PercentEncoding.encode(Self.deflated(message)))"
        query += "&RelayState=" + PercentEncoding.encode(relayState)
        guard let signature else { return query }
        query += "&SigAlg=" + PercentEncoding.encode(XMLSignature.algorithm)
        return query + "&Signature=" + PercentEncoding.encode(Base64.encode(signature.key.sign(Array(query.utf8))))
    }

    /// In DEFLATE's format, here in blocks that are stored as they are.
    private static func deflated(_ message: [UInt8]) -> String {
        var stream: [UInt8] = []
        var rest = message[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        return Base64.encode(stream)
    }
}

/// What the two sides publish of themselves (SAML metadata), for whoever would rather read it than be told.
extension SessionState {
    /// `GET /sp/saml/metadata`.
    func tellServiceProvider(base: String) -> ServerReply {
        entity(
            SAML.serviceProvider,
            """
            <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" \
            protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">\(keyDescriptor)\
            <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" \
            Location="\(attribute: base + Page.logoutPath)"/>\
            <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
            Location="\(attribute: base + Page.consumerPath)" index="0"/></md:SPSSODescriptor>
            """)
    }

    /// `GET /mvpd/{id}/metadata`.
    func tellIdentityProvider(_ mvpd: String, base: String) -> ServerReply {
        let address = "\(base)/mvpd/\(PercentEncoding.encode(mvpd))"
        return entity(
            address,
            """
            <md:IDPSSODescriptor WantAuthnRequestsSigned="true" \
            protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">\(keyDescriptor)\
            <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" \
            Location="\(attribute: address)/logout"/>\
            <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
            Location="\(attribute: address)/sso"/>\
            <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" \
            Location="\(attribute: address)/sso"/></md:IDPSSODescriptor>
            """)
    }

    private func entity(_ name: String, _ role: Markup) -> ServerReply {
        var reply = ServerReply.xml(
            """
            <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="\(attribute: name)">\
            \(role)</md:EntityDescriptor>
            """)
        reply.headers = [("Content-Type", "application/samlmetadata+xml")]
        return reply
    }

    private var keyDescriptor: Markup {
        guard let signature = XMLSignature(signer) else { return "" }
        return """
            <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>\
            <ds:X509Certificate>\(signature.certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
            </md:KeyDescriptor>
            """
    }
}
