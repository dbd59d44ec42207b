import AccessEnablerAPI
import Documents
import Evidence
import ServiceProtocol

/// Reads patterns, conditions and templates of a contract.
struct PatternReader {
    /// The names that may stand in the contract, for did-you-mean.
    let vocabulary: Vocabulary

    static let subjectKeys = ["call", "callback", "request", "safari", "custom-url", "platform", "login-offered"]

    /// Reads a pattern from a mapping that may have other keys beside the pattern's.
    func pattern(_ mapping: MappingReader) -> Pattern? {
        guard let (key, value) = mapping.exactlyOne(of: Self.subjectKeys) else { return nil }
        let providers = mapping.optional("at")?.listOrOne { self.provider($0) } ?? []
        let fields = key == "request" ? Self.requestFields : nil
        let conditions = mapping.optional("where").flatMap { self.conditions($0, of: fields) } ?? []
        guard let subject = self.subject(key, value) else { return nil }
        return Pattern(subject, providers: providers, conditions: conditions)
    }

    private func subject(_ key: String, _ value: NodeReader) -> Pattern.Subject? {
        switch key {
        case "call":
            return value.oneOf(vocabulary.calls, what: "call").map { .call(Selector(rawValue: $0)) }
        case "callback":
            guard let name = value.oneOf(vocabulary.callbacks + ["any", "any-ui"], what: "callback") else { return nil }
            return switch name {
            case "any": .anyCallback
            case "any-ui": .anyUICallback
            default: .callback(Selector(rawValue: name))
            }
        case "request":
            return value.oneOf(RequestKind.self, what: "kind of request").map { .request($0) }
        case "platform":
            return value.oneOf(PlatformAct.self, what: "question to the platform").map { .platform($0) }
        case "safari": return value.bool().map { _ in .safari }
        case "custom-url": return value.bool().map { _ in .customURL }
        default: return value.bool().map { _ in .loginOffered }
        }
    }

    func provider(_ reader: NodeReader) -> String? {
        reader.oneOf(vocabulary.providers, what: "service provider")
    }

    func mvpd(_ reader: NodeReader) -> String? {
        reader.oneOf(vocabulary.mvpds, what: "MVPD")
    }

    /// What requests can be asked for: no generation of the protocol has a claim on the names of its fields.
    private static let requestFields = ["any", "method", "path"] + RequestField.allCases.map(\.rawValue)

    /// A mapping from paths to matchers; `fields` are what the paths may be, nil for anything.
    func conditions(_ reader: NodeReader, of fields: [String]? = nil) -> [Pattern.Condition]? {
        reader.mapping { mapping in
            mapping.everyEntry().compactMap { key, value in
                let name = fields.map { key.oneOf($0, what: "field of a request") } ?? key.string()
                guard let path = name, let matcher = self.matcher(value) else { return nil }
                return Pattern.Condition(path: path.split(separator: ".").map(String.init), matcher: matcher)
            }
        }
    }

    /// A scalar or list is what the value must equal; a mapping names another way to match.
    func matcher(_ reader: NodeReader) -> Matcher? {
        if case .mapping = reader.node.content { return matcherForm(reader) }
        if case .scalar(let scalar) = reader.node.content, !scalar.isQuoted, Symbols.isSymbol(scalar.text) {
            return .symbol(scalar.text)
        }
        return template(reader).map(Matcher.equals)
    }

    private static let forms = [
        "one-of", "not", "contains", "prefix", "non-empty", "absent", "ids", "count", "each", "some", "url", "flag",
        "same-as", "object", "later", "instant",
    ]

    private func matcherForm(_ reader: NodeReader) -> Matcher? {
        reader.mapping { mapping -> Matcher? in
            guard let (form, value) = mapping.exactlyOne(of: Self.forms) else { return nil }
            switch form {
            case "one-of": return some(of: value) { $0.list { matcher($0) } }.map(Matcher.oneOf)
            case "not": return matcher(value).map(Matcher.not)
            case "contains": return template(value).map(Matcher.contains)
            case "prefix": return template(value).map(Matcher.prefix)
            case "non-empty": return value.bool().map { $0 ? .nonEmpty : .not(.nonEmpty) }
            case "absent": return value.bool().map { $0 ? .absent : .not(.absent) }
            case "ids": return value.list { template($0) }.map(Matcher.ids)
            case "count": return value.int(in: 0...1_000_000).map(Matcher.count)
            case "each": return some(of: value) { conditions($0) }.map(Matcher.each)
            case "some": return some(of: value) { conditions($0) }.map(Matcher.some)
            case "url": return url(value)
            case "flag": return value.bool().map(Matcher.flag)
            case "object": return template(value).map(Matcher.equals)
            case "later": return later(value)
            case "instant": return value.bool().map { $0 ? .instant : .not(.instant) }
            default:
                return place(value).map { .same(as: $0.label, path: $0.path) }
            }
        }
    }

    /// What is read as a list, one of nothing refused: it would ask for nothing.
    func some<Item>(of reader: NodeReader, _ read: (NodeReader) -> [Item]?) -> [Item]? {
        guard let items = read(reader) else { return nil }
        if items.isEmpty { reader.report("nothing is listed here, so nothing would be asked for") }
        return items.isEmpty ? nil : items
    }

    /// A step's label, and a path in the event that the step awaited.
    private func place(_ reader: NodeReader) -> (label: String, path: [String])? {
        guard let text = reader.string() else { return nil }
        var parts = text.split(separator: ".").map(String.init)
        guard parts.count >= 2 else {
            reader.report("expected a step's label and a path, such as 'dialog.mvpds'")
            return nil
        }
        return (parts.removeFirst(), parts)
    }

    private func later(_ reader: NodeReader) -> Matcher? {
        reader.mapping { mapping in
            let place = mapping.required("than").flatMap { self.place($0) }
            let duration = mapping.required("by")?.duration(allowNegative: true)
            guard let place, let duration else { return nil }
            return .later(than: place.label, path: place.path, by: duration)
        }
    }

    private func url(_ reader: NodeReader) -> Matcher? {
        reader.mapping { mapping in
            let provider = mapping.optional("at").flatMap { self.provider($0) }
            let path = mapping.optional("path")?.string()
            let query = mapping.optional("query")?.entries { matcher($0) } ?? [:]
            return .url(provider: provider, path: path, query: query)
        }
    }

    /// Plain numbers, booleans and nulls are what they look like; everything else is text.
    func template(_ reader: NodeReader) -> Template? {
        switch reader.node.content {
        case .scalar(let scalar):
            if scalar.isNull { return .literal(.null) }
            guard !scalar.isQuoted else { return checked(Template(scalar.text), reader) }
            switch scalar.text {
            case "true": return .literal(.bool(true))
            case "false": return .literal(.bool(false))
            default: break
            }
            if let number = Int64(scalar.text) { return .literal(.int(number)) }
            return checked(Template(scalar.text), reader)
        case .sequence:
            return reader.list { template($0) }.map(Template.array)
        case .mapping:
            return reader.entries { template($0) }.map(Template.object)
        }
    }

    private func checked(_ template: Template, _ reader: NodeReader) -> Template? {
        for name in template.names.sorted() where !vocabulary.names.contains(name) {
            let hint = closest(name, among: vocabulary.names).map { "; did you mean '$\($0)'?" } ?? ""
            reader.report("nothing is called '$\(name)' here\(hint)")
            return nil
        }
        return template
    }
}

/// The names a contract may use.
package struct Vocabulary: Sendable {
    package var calls: [String] = []
    package var callbacks: [String] = []
    /// Parameter names by selector.
    package var parameters: [String: [String]] = [:]
    package var statements: Set<String> = []
    package var checks: Set<String> = []
    /// The ids of the ambiguities that readings may be of.
    package var ambiguities: [String] = []
    var providers: [String] = []
    var mvpds: [String] = []
    var resources: [String] = []

    package init(
        calls: [String], callbacks: [String], parameters: [String: [String]], statements: Set<String>,
        checks: Set<String>
    ) {
        self.calls = calls
        self.callbacks = callbacks
        self.parameters = parameters
        self.statements = statements
        self.checks = checks
    }

    /// Names that every session binds, beside its providers and MVPDs.
    static let fixed = [
        "requestor", "other-requestor", "software-statement", "user", "navigation.url", "browser.url", "custom-scheme",
        "unknown-mvpd", "foreign-url", "signed-requestor", "signed-other-requestor", "secret", "public-key",
    ]

    /// `$secure-sp1` is the address of `sp1`, with the scheme https.
    var names: [String] { Self.fixed + providers + providers.map { "secure-\($0)" } + mvpds + resources }
}
