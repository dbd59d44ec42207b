package import AccessEnablerAPI
internal import Documents

/// What the device's TV provider account answers to a question of a port.
package struct PlatformReply: Sendable, Hashable {
    package enum Answer: Sendable, Hashable {
        case access(AccountAccess)
        case news(AccountNews)
    }

    package var session: String
    /// The number of the question.
    package var question: Int
    package var answer: Answer

    package init(session: String, question: Int, answer: Answer) {
        self.session = session
        self.question = question
        self.answer = answer
    }

    private static let words = ["access", "presents", "dismisses", "account", "failure"]

    init(_ fields: Fields) throws(ProtocolError) {
        session = try fields.name("session")
        question = try fields.count("question")
        let given = Self.words.filter { fields.has($0) }
        guard given.count == 1, let word = given.first else {
            throw fields.mistake("answer", "expected one of \(Self.words.joined(separator: ", "))")
        }
        switch word {
        case "access":
            answer = .access(try fields.choice("access"))
        case "presents":
            answer = .news(.presents(try fields.reference("presents")))
        case "dismisses":
            answer = .news(.dismisses(try fields.reference("dismisses")))
        case "account":
            let account = try fields.fields("account")
            answer = .news(
                .account(
                    AccountMetadata(
                        provider: try account.name("provider"), response: try account.optionalString("response"))))
        default:
            let failure = try fields.fields("failure")
            answer = .news(
                .failed(
                    AccountFailure(try failure.choice("code"), provider: try failure.optionalString("provider"))))
        }
    }

    var json: JSON {
        var object: JSONObject = ["session": .string(session), "question": .int(Int64(question))]
        switch answer {
        case .access(let access): object["access"] = .string(access.rawValue)
        case .news(.presents(let dialog)): object["presents"] = dialog.json
        case .news(.dismisses(let dialog)): object["dismisses"] = dialog.json
        case .news(.account(let account)):
            var members: JSONObject = ["provider": .string(account.provider)]
            members["response"] = account.response.map(JSON.string)
            object["account"] = .object(members)
        case .news(.failed(let failure)):
            var members: JSONObject = ["code": .string(failure.code.rawValue)]
            members["provider"] = failure.provider.map(JSON.string)
            object["failure"] = .object(members)
        }
        return .object(object)
    }
}

extension Fields {
    /// An object of the other side.
    fileprivate func reference(_ name: String) throws(ProtocolError) -> Value {
        let value = try Value(try required(name, "a reference"), at: path(of: name))
        guard case .reference = value else { throw mistake(name, "expected a reference") }
        return value
    }
}
