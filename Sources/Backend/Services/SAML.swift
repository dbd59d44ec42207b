internal import Encodings
internal import ServiceProtocol
internal import Timing
internal import Tokens

/// The messages between service provider and MVPD, in SAML 2.0 (service-protocol.md 3.2).
///
/// In the open world they are signed and tell the time; a suite's have the same bytes always, as nobody looks at them.
struct SAML: Sendable {
    static let serviceProvider = "https://saml.sp.auth.adobe.com"

    /// Where the caller reached the service provider.
    let base: String
    /// Where it reaches the MVPDs.
    let mvpdBase: String
    let signature: XMLSignature?
    let now: WallTime

    private static let protocolNames = "urn:oasis:names:tc:SAML:2.0:protocol"
    private static let assertionNames = "urn:oasis:names:tc:SAML:2.0:assertion"

    /// - Parameter mvpdHost: the name at which the MVPDs are; nil: that of the service provider.
    init(_ signer: Signer, base: String, mvpdHost: String?, now: WallTime) {
        self.base = base
        mvpdBase = mvpdHost.map { URLText.replacingHost(of: base, with: $0) } ?? base
        signature = XMLSignature(signer)
        self.now = signature == nil ? WallTime(milliseconds: 1_767_225_600_000) : now
    }

    /// The name of an MVPD as sender of messages.
    func issuer(_ mvpd: String) -> String { "\(mvpdBase)/mvpd/\(PercentEncoding.encode(mvpd))" }

    private var consumer: String { base + Page.consumerPath }

    /// - Parameter isEmbedded: whether the signature is part of the document, as where a form carries it.
    func authenticationRequest(id: String, destination: String, isEmbedded: Bool) -> [UInt8] {
        func document(_ signature: Markup) -> Markup {
            """
            <samlp:AuthnRequest xmlns:samlp="\(attribute: Self.protocolNames)" \
            AssertionConsumerServiceURL="\(attribute: consumer)" Destination="\(attribute: destination)" \
            ForceAuthn="false" ID="\(attribute: id)" IsPassive="false" IssueInstant="\(attribute: now.instant)" \
            ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Version="2.0">\
            \(Self.issuer(Self.serviceProvider))\(signature)\
            <samlp:NameIDPolicy AllowCreate="true" Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" \
            SPNameQualifier="\(attribute: Self.serviceProvider)"></samlp:NameIDPolicy></samlp:AuthnRequest>
            """
        }
        let plain = document("")
        guard isEmbedded, let signature else { return plain.bytes }
        return document(signature.signature(over: plain, id: id)).bytes
    }

    /// What an MVPD says of a sign-in: of whom it is, or (nil) that there was none.
    ///
    /// - Parameter request: the identifier of the request it answers.
    func response(id: String, to request: String, mvpd: String, user: UserAccount?) -> [UInt8] {
        let issuer = Self.issuer(issuer(mvpd))
        let status =
            user == nil
            ? """
            <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder">\
            <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"></samlp:StatusCode>\
            </samlp:StatusCode>
            """ as Markup
            : "<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"></samlp:StatusCode>"
        let assertion = user.map { self.assertion(id: "_a" + id, to: request, mvpd: mvpd, user: $0) } ?? ""
        let document: Markup = """
            <samlp:Response xmlns:samlp="\(attribute: Self.protocolNames)" Destination="\(attribute: consumer)" \
            ID="_\(attribute: id)" InResponseTo="\(attribute: request)" IssueInstant="\(attribute: now.instant)" \
            Version="2.0">\(issuer)<samlp:Status>\(status)</samlp:Status>\(assertion)</samlp:Response>
            """
        return document.bytes
    }

    private func assertion(id: String, to request: String, mvpd: String, user: UserAccount) -> Markup {
        let end = (now + .seconds(300)).instant
        let attributes = Self.attributes(of: user, at: mvpd)
        func document(_ signature: Markup) -> Markup {
            """
            <saml:Assertion xmlns:saml="\(attribute: Self.assertionNames)" ID="\(attribute: id)" \
            IssueInstant="\(attribute: now.instant)" Version="2.0"><saml:Issuer>\(issuer(mvpd))</saml:Issuer>\
            \(signature)<saml:Subject>\
            <saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">\(user.name)</saml:NameID>\
            <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData \
            InResponseTo="\(attribute: request)" NotOnOrAfter="\(attribute: end)" \
            Recipient="\(attribute: consumer)"></saml:SubjectConfirmationData></saml:SubjectConfirmation>\
            </saml:Subject><saml:Conditions NotBefore="\(attribute: (now + .seconds(-60)).instant)" \
            NotOnOrAfter="\(attribute: end)"><saml:AudienceRestriction>\
            <saml:Audience>\(Self.serviceProvider)</saml:Audience></saml:AudienceRestriction></saml:Conditions>\
            <saml:AuthnStatement AuthnInstant="\(attribute: now.instant)" SessionIndex="_s\(attribute: id)">\
            <saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password\
            </saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>\(attributes)</saml:Assertion>
            """
        }
        let plain = document("")
        return signature.map { document($0.signature(over: plain, id: id)) } ?? plain
    }

    /// What the MVPD tells of the user, as far as it is texts.
    private static func attributes(of user: UserAccount, at mvpd: String) -> Markup {
        var attributes: Markup = ""
        for (name, value) in user.metadata.sorted(by: { $0.key < $1.key }) {
            let texts: [String]
            switch value.naming(mvpd, for: "{mvpd}") {
            case .text(let text): texts = [text]
            case .list(let list): texts = list
            case .table, .other: continue
            }
            attributes += "<saml:Attribute Name=\"\(attribute: name)\">"
            for text in texts { attributes += "<saml:AttributeValue>\(text)</saml:AttributeValue>" }
            attributes += "</saml:Attribute>"
        }
        return attributes.bytes.isEmpty
            ? "" : "<saml:AttributeStatement>\(attributes)</saml:AttributeStatement>"
    }

    func logoutRequest(id: String, destination: String, user: String) -> [UInt8] {
        let document: Markup = """
            <samlp:LogoutRequest xmlns:samlp="\(attribute: Self.protocolNames)" \
            Destination="\(attribute: destination)" ID="_\(attribute: id)" \
            IssueInstant="\(attribute: now.instant)" Version="2.0">\(Self.issuer(Self.serviceProvider))\
            <saml:NameID xmlns:saml="\(attribute: Self.assertionNames)" \
            Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">\(user)</saml:NameID>\
            </samlp:LogoutRequest>
            """
        return document.bytes
    }

    func logoutResponse(id: String, mvpd: String) -> [UInt8] {
        let document: Markup = """
            <samlp:LogoutResponse xmlns:samlp="\(attribute: Self.protocolNames)" \
            Destination="\(attribute: base + Page.logoutPath)" ID="_\(attribute: id)" \
            IssueInstant="\(attribute: now.instant)" Version="2.0">\(Self.issuer(issuer(mvpd)))<samlp:Status>\
            <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>\
            </samlp:LogoutResponse>
            """
        return document.bytes
    }

    private static func issuer(_ name: String) -> Markup {
        "<saml:Issuer xmlns:saml=\"\(attribute: assertionNames)\">\(name)</saml:Issuer>"
    }
}

extension WallTime {
    /// As XML Schema writes it, in seconds.
    fileprivate var instant: String {
        let text = TokenDate(self, form: .issue).text
        return text.prefix(10) + "T" + text.dropFirst(11).prefix(8) + "Z"
    }
}

extension SessionState {
    func saml(base: String, at now: WallTime) -> SAML {
        SAML(signer, base: base, mvpdHost: scenario.mvpdHost, now: now)
    }
}
