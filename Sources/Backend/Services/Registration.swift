internal import Cryptography
internal import Documents
internal import Encodings
internal import HTTPServer
internal import Timing

/// Registration of clients and devices (service-protocol.md 2).
extension SessionState {
    /// `POST /o/client/register`, from a software statement to a client.
    mutating func register(_ incoming: Incoming) -> ServerReply {
        guard let document = incoming.document, let statement = document["software_statement"]?.string else {
            return .error("invalid_request", status: 400)
        }
        if let refusal = refusal(of: statement, at: incoming.now) { return .error(refusal, status: 400) }
        let redirectURI = document["redirect_uri"]?.string
        if let redirectURI, !redirectURI.contains(":") { return .error("invalid_redirect_uri", status: 400) }
        let id = random.uuid()
        let client = Client(
            secret: random.uuid(), redirectURI: redirectURI, requestors: requestors(of: statement),
            scopes: scopes(of: statement))
        clients[id] = client
        freshCanaries.append(id)
        return .unstoredJSON(
            [
                "client_id": .string(id), "client_secret": .string(client.secret),
                "client_id_issued_at": .int(incoming.now.milliseconds / 1_000),
                "redirect_uris": .array(redirectURI.map { [.string($0)] } ?? []),
                "grant_types": ["client_credentials"], "scopes": .strings(client.scopes),
            ], status: 201)
    }

    /// Those that list the statement; nil where none does, because it is good for all then.
    private func requestors(of statement: String) -> [String]? {
        let listed = scenario.requestors.filter { $0.softwareStatements.contains(statement) }.map(\.id)
        return listed.isEmpty ? nil : listed
    }

    /// Those that the statement claims; one that claims none is for REST API v2, as those of today are.
    private func scopes(of statement: String) -> [String] {
        JSONWebToken(statement)?.claims["scopes"]?.array?.compactMap(\.string) ?? [Self.scopeOfV2]
    }

    /// The documented word for what is wrong with a software statement; nil where nothing is.
    ///
    /// The statement of a session is any text. In the open world a requestor has statements, or a key that signs them,
    /// or neither and takes any; a strict service also wants a JSON Web Token (service-protocol.md 2.2).
    private func refusal(of statement: String, at now: WallTime) -> String? {
        let invalid = "invalid_software_statement"
        guard !statement.isEmpty else { return invalid }
        if statement == scenario.softwareStatement { return nil }
        let token = JSONWebToken(statement)
        if scenario.isStrict, isOpen {
            guard let token, token.claimsRS256, !token.hasExpired(at: now) else { return invalid }
        }
        if scenario.requestors.contains(where: { $0.softwareStatements.contains(statement) }) { return nil }
        for key in scenario.requestors.lazy.compactMap(\.statementKey) {
            guard let token, let key = try? PublicKey(pem: key), token.isSigned(with: key) else { continue }
            return token.hasExpired(at: now) ? invalid : nil
        }
        if scenario.welcome.requestors { return nil }
        if scenario.requestors.contains(where: { $0.softwareStatements.isEmpty && $0.statementKey == nil }) {
            return nil
        }
        return isOpen && token != nil ? "unapproved_software_statement" : invalid
    }

    /// `POST /o/client/token`, with the fields in the form or in the query.
    mutating func issueAccessToken(_ incoming: Incoming) -> ServerReply {
        guard let grant = incoming["grant_type"], let id = incoming["client_id"], let secret = incoming["client_secret"]
        else { return .error("invalid_request", status: 400) }
        guard grant == "client_credentials" else { return .error("unsupported_grant_type", status: 400) }
        guard let client = clients[id], client.secret == secret else { return .error("invalid_client", status: 400) }
        let expires = incoming.now + scenario.lifetimes.accessToken
        let token = signer.accessToken(
            id: random.uuid(), issued: incoming.now, expires: expires, scopes: client.scopes, isVerifiable: isOpen)
        accessTokens[token] = AccessToken(clientID: id, expires: expires)
        freshCanaries.append(token)
        return .unstoredJSON(
            [
                "id": .string(random.uuid()), "access_token": .string(token),
                "created_at": .int(incoming.now.milliseconds),
                "expires_in": .int(scenario.lifetimes.accessToken.components.seconds),
                "token_type": "bearer",
            ], status: 201)
    }

    /// `POST /indiv/devices`: the same fingerprint is the same device.
    ///
    /// The device's identifier is the SHA-256 of its fingerprint, so that it outlives sessions and runs.
    func individualize(_ incoming: Incoming) -> ServerReply {
        guard let fingerprint = incoming.document?["fingerprint"]?.string, !fingerprint.isEmpty else {
            return .error("invalid_request", status: 400)
        }
        let device = Self.device(of: fingerprint)
        var reply = ServerReply.json(["deviceId": .string(device)])
        reply.headers.append(("pass_sfp", Base64.encode(Digest.sha1(Array("pass_sfp \(device)".utf8)))))
        return reply
    }

    static func device(of fingerprint: String) -> String {
        Hex.encode(Digest.sha256(Array(fingerprint.utf8)))
    }
}
