package import AccessEnablerAPI

/// Something in a callback that the documents do not allow.
package struct APIError: Sendable, Hashable {
    /// One sentence that names what is wrong, and with what.
    package var message: String
    /// The statements it goes against.
    package var statements: [String]
    /// What the rule rests on, where that is less than its statements do.
    package var basis = Statement.Basis.seed
}

/// Judges single callbacks by the tables of the API, for one platform and one version.
///
/// What several callbacks mean together is not its matter.
package struct APIJudge: Sendable {
    let table: APITable
    let platform: Platform
    let version: SDKVersion
    private let callbacks: [Selector: APICallback]
    /// The operations that lead to each callback on this platform and in this version.
    private let leading: [Selector: Set<String>]

    package init(_ table: APITable, platform: Platform, version: SDKVersion) {
        self.table = table
        self.platform = platform
        self.version = version
        callbacks = Dictionary(table.callbacks.map { ($0.selector, $0) }) { first, _ in first }
        var leading: [Selector: Set<String>] = [:]
        for operation in table.operations {
            for callback in operation.callbacks(on: platform, version) {
                leading[callback, default: []].insert(operation.name)
            }
        }
        self.leading = leading
    }

    /// Everything that is wrong with a callback, given the operations that were asked for before it.
    package func mistakes(in message: Message, after operations: Set<String>) -> [APIError] {
        guard let callback = callbacks[message.selector] else {
            return [
                APIError(message: "'\(message.selector)' is no documented callback", statements: [], basis: .reading)
            ]
        }
        guard callback.platforms.contains(platform), callback.versions.contains(version) else {
            return [
                APIError(
                    message: "'\(message.selector)' does not exist on \(platform.rawValue) in \(version)",
                    statements: callback.cites,
                    basis: callback.platforms.contains(platform) ? .seed : callback.platformsBasis)
            ]
        }
        var found: [APIError] = []
        if leading[message.selector, default: []].isDisjoint(with: operations) {
            found.append(
                APIError(
                    message: "nothing that was called leads to '\(message.selector)'",
                    statements: callback.triggers.cites))
        }
        let shape = parameters(of: message, callback)
        found += shape
        guard shape.isEmpty else { return found }
        found += outcome(of: message, callback, after: operations)
        if message.selector == .sendTrackingData { found += tracking(message, after: operations) }
        if message.selector == .status, case .object(let report)? = message["statusDictionary"] {
            found += statusReport(report, callback, after: operations)
        }
        return found
    }

    // MARK: - Parameters

    private func parameters(of message: Message, _ callback: APICallback) -> [APIError] {
        var found: [String] = []
        for parameter in callback.parameters {
            guard let value = message[parameter.name] else {
                found.append("'\(parameter.name)' is missing")
                continue
            }
            found += wrong(value, parameter)
        }
        let known = Set(callback.parameters.map(\.name))
        for argument in message.arguments where !known.contains(argument.name) {
            found.append("'\(argument.name)' is no parameter")
        }
        return found.map { APIError(message: "\(message.selector) \($0)", statements: callback.cites) }
    }

    private func wrong(_ value: Value, _ parameter: APIParameter) -> [String] {
        let name = "'\(parameter.name)'"
        if value.isNull {
            return parameter.isNil == .never ? ["\(name) is nil"] : []
        }
        guard parameter.type.admits(value) else {
            return ["\(name) is \(value.kind), and should be of the kind '\(parameter.type.rawValue)'"]
        }
        switch value {
        case .array(let items):
            return items.enumerated().flatMap { wrongElement($1, at: $0, of: parameter) }
        case .object(let members) where parameter.type == .mvpd:
            // An object without an ID may stand for no MVPD.
            if parameter.isEmpty == .allowed, (members["ID"] ?? .null).stringValue ?? "" == "" { return [] }
            return wrongProperties(members, of: name)
        case .string(""):
            return parameter.isEmpty == .never ? ["\(name) is empty"] : []
        default:
            return wrongValue(value, parameter)
        }
    }

    private func wrongElement(_ item: Value, at index: Int, of parameter: APIParameter) -> [String] {
        guard let element = parameter.element, element != .any else { return [] }
        let name = "element \(index) of '\(parameter.name)'"
        guard element.admits(item) else {
            return ["\(name) is \(item.kind), and should be of the kind '\(element.rawValue)'"]
        }
        if element == .mvpd, case .object(let members) = item { return wrongProperties(members, of: name) }
        return []
    }

    private func wrongProperties(_ members: Value.Members, of name: String) -> [String] {
        table.mvpdProperties.filter { $0.versions.contains(version) }.compactMap { property in
            let value = members[property.name] ?? .null
            if value.isNull {
                return property.isNil == .never ? "'\(property.name)' of \(name) is nil" : nil
            }
            guard property.type.admits(value) else {
                return "'\(property.name)' of \(name) is \(value.kind)"
            }
            guard let text = value.stringValue else { return nil }
            if text.isEmpty, property.isEmpty == .never { return "'\(property.name)' of \(name) is empty" }
            guard property.values.isEmpty || property.values.contains(text) else {
                return "'\(property.name)' of \(name) is '\(text)', and should be one of "
                    + property.values.joined(separator: ", ")
            }
            return nil
        }
    }

    private func wrongValue(_ value: Value, _ parameter: APIParameter) -> [String] {
        let name = "'\(parameter.name)'"
        if !parameter.values.isEmpty, !parameter.values.contains(value.plainText) {
            return ["\(name) is \(value.plainText), and should be " + parameter.values.joined(separator: " or ")]
        }
        switch (parameter.table, value) {
        case (.statuses, .int(let number)) where table.status(number) == nil:
            return ["\(name) is \(number), which is no status"]
        case (.trackingEvents, .string(let text)) where table.trackingLayout(text) == nil:
            return ["\(name) is '\(text)', which is no tracking event"]
        case (.metadataOpcodes, .string(let text)) where !table.metadataOpcodes.contains(text):
            return ["\(name) is '\(text)', which is no metadata operation"]
        default:
            return []
        }
    }

    // MARK: - Codes

    /// The status and the code must go together.
    private func outcome(
        of message: Message, _ callback: APICallback, after operations: Set<String>
    ) -> [APIError] {
        guard !callback.outcomes.isEmpty, let code = message["code"]?.stringValue else { return [] }
        let status = message["status"]?.intValue.flatMap { table.status($0) }?.symbol
        let possible = callback.outcomes.filter { outcome in
            (outcome.status == nil || outcome.status == status)
                && (outcome.after.isEmpty || !outcome.after.isDisjoint(with: operations))
        }
        let isAllowed = possible.contains { outcome in
            switch outcome.codes {
            case .any: return true
            case .these(let symbols):
                return table.errorCodes.contains { symbols.contains($0.symbol) && $0.matches(code) }
            }
        }
        guard !isAllowed else { return [] }
        let with = status.map { " with \($0)" } ?? ""
        return [
            APIError(
                message: "\(message.selector) has the code '\(code)'\(with)",
                statements: possible.flatMap(\.cites),
                basis: possible.map(\.basis).first { $0 != .seed } ?? .seed)
        ]
    }

    private func statusReport(
        _ report: Value.Members, _ callback: APICallback, after operations: Set<String>
    ) -> [APIError] {
        for key in table.statusKeys {
            let value = report[key.name] ?? .null
            if value.isNull ? key.isRequired : !key.type.admits(value) {
                let problem = value.isNull ? "has no '\(key.name)'" : "has a '\(key.name)' that is \(value.kind)"
                return [APIError(message: "the status report \(problem)", statements: key.cites)]
            }
        }
        let (id, level) = (report["errorId"]?.stringValue ?? "", report["level"]?.stringValue ?? "")
        var found: [APIError] = []
        if !table.levels.contains(where: { $0.matches(level) }) {
            found.append(
                APIError(
                    message: "the status report \(id) has the level '\(level)'",
                    statements: Array(Set(table.levels.flatMap(\.cites))).sorted()))
        }
        guard let status = table.advancedStatus(id) else {
            // Nobody says that there are no other ids (AE-EST-001), but of some that they are those of other SDKs.
            guard table.foreignStatuses.contains(where: { APIAdvancedStatus.matches(pattern: $0, id) }) else {
                return found
            }
            return found + [
                APIError(
                    message: "the status report \(id) belongs to other SDKs", statements: callback.cites,
                    basis: .extended)
            ]
        }
        if found.isEmpty, let expected = table.levels.first(where: { $0.name == status.level }),
            !expected.matches(level)
        {
            found.append(
                APIError(
                    message: "the status report \(id) has the level '\(level)', and should have '\(expected.name)'",
                    statements: status.cites))
        }
        let isKnownHere = status.platforms.contains(platform) && status.versions.contains(version)
        let isExpected = status.operations.isEmpty || !status.operations.isDisjoint(with: operations)
        if !isKnownHere || !isExpected {
            let what = isKnownHere ? "does not belong to anything that was called" : "does not exist here"
            found.append(APIError(message: "the status report \(id) \(what)", statements: status.cites))
        }
        return found
    }
}

extension Value {
    /// What a value is, with its article.
    var kind: String {
        switch self {
        case .null: "nil"
        case .bool: "a boolean"
        case .int: "an integer"
        case .double: "a number"
        case .string: "a string"
        case .bytes: "bytes"
        case .array: "an array"
        case .object: "a dictionary"
        case .reference: "an object"
        }
    }

    /// Scalars as tables write them.
    var plainText: String {
        switch self {
        case .bool(let flag): "\(flag)"
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        default: ""
        }
    }
}
