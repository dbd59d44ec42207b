package import AccessEnablerAPI
internal import Documents
package import Timing

/// What a port asks the device's TV provider account (`platform.sso`).
package struct PlatformQuestion: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case access
        case account(AccountRequest)
    }

    package var session: String
    /// Counts together with the events and taps.
    package var sequence: Int
    /// Counts the questions of the session from 0.
    package var question: Int
    /// The adapter's clock when it was asked.
    package var time: MonotonicTime
    package var kind: Kind

    package init(session: String, sequence: Int, question: Int, time: MonotonicTime, kind: Kind) {
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
        sequence = try fields.count("seq")
        question = try fields.count("question")
        time = try fields.integer("ts").reading
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
            "session": .string(session), "seq": .int(Int64(sequence)), "ts": .int(time.nanoseconds),
            "question": .int(Int64(question)),
        ]
        switch kind {
        case .access: object["kind"] = "access"
        case .account(let request):
            object["kind"] = "account"
            object["providers"] = .strings(request.providers)
            object["featured"] = .strings(request.featured)
            object["mayAskUser"] = .bool(request.mayAskUser)
            object["profileRequest"] = request.profileRequest.map(JSON.string)
        }
        return .object(object)
    }
}
