package import AccessEnablerAPI
internal import Documents

/// What a port asks the device's TV provider account (`platform.sso`).
package struct PlatformQuestion: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case access
        case account(AccountRequest)
    }

    package var session: String
    /// Counts together with the events and taps.
    package var sequence: Int64
    /// Counts the questions of the session from 0.
    package var question: Int
    /// The adapter's clock when it was asked, in nanoseconds.
    package var time: Int64
    package var kind: Kind

    package init(session: String, sequence: Int64, question: Int, time: Int64, kind: Kind) {
        self.session = session
        self.sequence = sequence
        self.question = question
        self.time = time
        self.kind = kind
    }

    private enum Word: String, CaseIterable {
        case access, account
    }

    init(_ fields: Fields) throws(ProtocolError) {
        session = try fields.name("session")
        sequence = try fields.integer("seq")
        question = Int(try fields.integer("question"))
        time = try fields.integer("ts", from: .min)
        let word: Word = try fields.choice("kind")
        switch word {
        case .access: kind = .access
        case .account:
            kind = .account(
                AccountRequest(
                    providers: try fields.strings("providers"), featured: try fields.strings("featured"),
                    mayAskUser: try fields.bool("mayAskUser"),
                    profileRequest: try fields.optionalString("profileRequest")))
        }
    }

    var json: JSON {
        var object: JSONObject = [
            "session": .string(session), "seq": .int(sequence), "ts": .int(time), "question": .int(Int64(question)),
        ]
        switch kind {
        case .access: object["kind"] = "access"
        case .account(let request):
            object["kind"] = "account"
            object["providers"] = .array(request.providers.map(JSON.string))
            object["featured"] = .array(request.featured.map(JSON.string))
            object["mayAskUser"] = .bool(request.mayAskUser)
            object["profileRequest"] = request.profileRequest.map(JSON.string)
        }
        return .object(object)
    }
}
