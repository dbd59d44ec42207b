internal import Cryptography

/// The messages between service provider and MVPD, in SAML 2.0 (wire-protocol.md 3.2).
enum SAML {
    static let serviceProvider = "https://saml.sp.auth.adobe.com"

    static func authenticationRequest(id: String, base: String, destination: String) -> [UInt8] {
        let document: Markup = """
            <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_\(attribute: id)" \
            Version="2.0" IssueInstant="\(instant)" Destination="\(attribute: destination)" ForceAuthn="false" \
            IsPassive="false" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
            AssertionConsumerServiceURL="\(attribute: base + Page.consumerPath)">\
            <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">\(serviceProvider)</saml:Issuer>\
            <samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" AllowCreate="true"/>\
            </samlp:AuthnRequest>
            """
        return document.bytes
    }

    /// What an MVPD says of a sign-in: of whom it is, or (nil) that there was none.
    static func response(id: String, base: String, mvpd: String, user: String?) -> [UInt8] {
        let issuer: Markup =
            "<saml:Issuer xmlns:saml=\"urn:oasis:names:tc:SAML:2.0:assertion\">\(base)/mvpd/\(mvpd)</saml:Issuer>"
        let status = user == nil ? "AuthnFailed" : "Success"
        let assertion: Markup =
            user.map { user in
                """
                <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a\(attribute: id)" \
                Version="2.0" IssueInstant="\(instant)">\(issuer)<saml:Subject>\
                <saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">\(user)</saml:NameID>\
                <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">\
                <saml:SubjectConfirmationData Recipient="\(attribute: base + Page.consumerPath)"/>\
                </saml:SubjectConfirmation></saml:Subject><saml:Conditions><saml:AudienceRestriction>\
                <saml:Audience>\(serviceProvider)</saml:Audience></saml:AudienceRestriction></saml:Conditions>\
                <saml:AuthnStatement AuthnInstant="\(instant)" SessionIndex="_s\(attribute: id)"><saml:AuthnContext>\
                <saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password\
                </saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement></saml:Assertion>
                """
            } ?? ""
        let document: Markup = """
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_\(attribute: id)" \
            Version="2.0" IssueInstant="\(instant)" Destination="\(attribute: base + Page.consumerPath)">\(issuer)\
            <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:\(attribute: status)"/>\
            </samlp:Status>\(assertion)</samlp:Response>
            """
        return document.bytes
    }

    static func logoutRequest(id: String, destination: String) -> [UInt8] {
        let document: Markup = """
            <samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_\(attribute: id)" \
            Version="2.0" IssueInstant="\(instant)" Destination="\(attribute: destination)">\
            <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">\(serviceProvider)</saml:Issuer>\
            </samlp:LogoutRequest>
            """
        return document.bytes
    }

    static func logoutResponse(id: String) -> [UInt8] {
        let document: Markup = """
            <samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_\(attribute: id)" \
            Version="2.0" IssueInstant="\(instant)"><samlp:Status>\
            <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>
            """
        return document.bytes
    }

    /// As a form carries it (SAML bindings 3.5.4).
    static func encoded(_ message: [UInt8]) -> String {
        Base64.encode(message)
    }

    /// As a query carries it (SAML bindings 3.4.4.1): in DEFLATE's format, here in blocks that are stored as they are.
    static func deflated(_ message: [UInt8]) -> String {
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

    /// The text of bytes that mean nothing to clients.
    static func opaque(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes)
    }

    /// When messages say they were made; nobody in the simulation looks at it, and so they have the same bytes always.
    private static let instant: Markup = "2026-01-01T00:00:00Z"
}
