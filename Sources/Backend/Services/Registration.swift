internal import Cryptography
internal import Documents
internal import HTTPServer
internal import Timing

/// Registration of clients and devices (wire-protocol.md 2).
extension SessionState {
    /// `POST /o/client/register`, from a software statement to a client.
    mutating func register(_ incoming: Incoming) -> ServerReply {
        guard let document = incoming.document, let statement = document["software_statement"]?.string else {
            return .error("invalid_request", status: 400)
        }
        guard !statement.isEmpty, accepts(statement: statement) else {
            return .error("invalid_software_statement", status: 400)
        }
        let redirectURI = document["redirect_uri"]?.string
        if let redirectURI, !redirectURI.contains(":") { return .error("invalid_redirect_uri", status: 400) }
        let id = random.uuid()
        let client = Client(secret: random.uuid(), redirectURI: redirectURI)
        clients[id] = client
        freshCanaries.append(id)
        return .unstoredJSON(
            [
                "client_id": .string(id), "client_secret": .string(client.secret),
                "client_id_issued_at": .int(incoming.now.milliseconds / 1_000),
                "redirect_uris": .array(redirectURI.map { [.string($0)] } ?? []),
                "grant_types": ["client_credentials"], "scopes": ["api:client:v2"],
            ], status: 201)
    }

    /// Whether some requestor has the statement, or takes any.
    private func accepts(statement: String) -> Bool {
        statement == scenario.softwareStatement || scenario.welcome.requestors
            || scenario.requestors.contains { script in
                script.softwareStatements.isEmpty || script.softwareStatements.contains(statement)
            }
    }

    /// `POST /o/client/token`, with the fields in the form or in the query.
    mutating func issueAccessToken(_ incoming: Incoming) -> ServerReply {
        guard let grant = incoming["grant_type"], let id = incoming["client_id"], let secret = incoming["client_secret"]
        else { return .error("invalid_request", status: 400) }
        guard grant == "client_credentials" else { return .error("unsupported_grant_type", status: 400) }
        guard let client = clients[id], client.secret == secret else { return .error("invalid_client", status: 400) }
        let expires = incoming.now + scenario.lifetimes.accessToken
        let token = signer.accessToken(id: random.uuid(), issued: incoming.now, expires: expires)
        accessTokens[token] = AccessToken(clientID: id, expires: expires)
        freshCanaries.append(token)
        return .unstoredJSON(
            [
                "id": .string(random.uuid()), "access_token": .string(token),
                "created_at": .int(incoming.now.milliseconds),
                "expires_in": .int(scenario.lifetimes.accessToken.wholeNanoseconds / 1_000_000_000),
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
