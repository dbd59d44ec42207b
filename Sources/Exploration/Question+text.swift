import Model

extension Act.Question {
    /// What the MVPD tells of its users, as a contract's fixture has it; `maxRating` comes with the first authorization.
    static let user =
        "{ metadata: { userID: \"BgSd&+%41 ({mvpd})\", zip: [\"12345\", \"34567\"], householdID: \"aG91c2Vob2xk\" }, "
        + "encrypted: [householdID], with-authorization: { maxRating: { MPAA: PG-13 } } }"

    /// The names of user metadata.
    static let names = ["userID", "zip", "householdID", "maxRating"]

    var opcode: String {
        switch self {
        case .authentication: "METADATA_AUTHENTICATION"
        case .authorization: "METADATA_AUTHORIZATION"
        case .user, .marked: "METADATA_USER_META"
        case .device: "METADATA_DEVICE_ID"
        }
    }

    /// The dictionary of the question.
    func keys(_ world: World) -> String {
        switch self {
        case .authentication, .device: "{ METADATA_OPCODE_KEY: \(opcode) }"
        case .authorization(let resource):
            "{ METADATA_OPCODE_KEY: \(opcode), METADATA_RESOURCE_ID_KEY: \(world.written(resource)) }"
        case .user(let name): "{ METADATA_OPCODE_KEY: \(opcode), METADATA_USER_META_KEY: \(name) }"
        case .marked(let name):
            "{ METADATA_OPCODE_KEY: \(opcode), METADATA_USER_META_KEY: \(name), page: \"settings 1\" }"
        }
    }

    /// What is there, in conditions: bare or in the payload around it (A-34); static metadata is text (AE-META-006).
    var value: String {
        switch self {
        case .user(let name), .marked(let name):
            "metadata: { non-empty: true }, encrypted: \(name == "householdID"), "
                + "any: { contains: \(Script.quoted(text(of: name))) }"
        case .authentication: "metadata: { contains: \"\" }"
        default: "metadata: { non-empty: true }"
        }
    }

    /// What must not be told where nobody is logged in.
    func untrueValue(_ world: World) -> String {
        let question = "arguments: { object: \(keys(world)) }"
        return switch self {
        case .user(let name), .marked(let name): "\(question), any: { contains: \(Script.quoted(text(of: name))) }"
        default: "\(question), metadata: { instant: true }"
        }
    }

    /// The user's id that an MVPD tells.
    static func id(by mvpd: String) -> String {
        "arguments: { object: { METADATA_OPCODE_KEY: METADATA_USER_META, METADATA_USER_META_KEY: userID } }, "
            + "any: { contains: \(Script.quoted("(\(mvpd))")) }"
    }

    private func text(of name: String) -> String {
        switch name {
        case "zip": "34567"
        case "householdID": "aG91c2Vob2xk"
        case "maxRating": "PG-13"
        default: "BgSd&+%41"
        }
    }
}
