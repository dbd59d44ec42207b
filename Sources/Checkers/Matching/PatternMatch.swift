import AccessEnablerAPI
import Encodings
import Evidence
import ServiceProtocol
import Specification
internal import Timing

/// Whether observations are meant by patterns, where names stand for what they stand for in one session.
struct PatternMatch {
    let rules: Rulebook
    /// What a name of the case is bound to.
    let name: (String) -> String?
    /// The observation a label stands for; nil where it is not known yet.
    let labelled: (String) -> Observation?
    /// What a comparison with a label that is not known comes to.
    var isUnknownLabelMet: Bool
    /// Whether a request counts that asks for more than what the pattern names: not where there must be none.
    var isAskedWithAnother = true
    /// The MVPD of a login whose page, by its URL, says nothing but its code; nil where that is not known.
    var mvpdOfLogin: (String) -> String? = { _ in nil }

    func matches(_ pattern: Pattern, _ observation: Observation) -> Bool {
        guard isSubject(pattern.subject, of: observation.event) else { return false }
        if !pattern.providers.isEmpty {
            guard case .request(let request) = observation.event, pattern.providers.contains(request.provider) else {
                return false
            }
        }
        return pattern.conditions.allSatisfy { meets($0, observation.event) }
    }

    /// Whether the observation is of the kind that the pattern names, whatever its values are.
    func isSubject(_ subject: Pattern.Subject, of event: Event) -> Bool {
        switch (subject, event) {
        case (.call(let selector), .call(_, let message)): message.selector == selector
        case (.callback(let selector), .callback(let callback)): callback.message.selector == selector
        case (.anyUICallback, .callback(let callback)): callback.message.selector.isOfUI
        // What `status:` tells may come at any time (AE-REQ-022).
        case (.anyCallback, .callback(let callback)): callback.message.selector != .status
        case (.request(let kind), .request(let request)):
            kind.includes(request.purpose) || isAskedWithAnother && kind == .mediaToken && request.asksForMediaToken
        case (.safari, .safariPresented), (.loginOffered, .safariPresented): true
        case (.platform(let act), .platform(let platform)): platform.kind.rawValue == act.rawValue
        case (.loginOffered, .callback(let callback)): offersLogin(callback.message)
        case (.customURL, .browser(let browser)): browser.kind == .customURL
        default: false
        }
    }

    func meets(_ condition: Pattern.Condition, _ event: Event) -> Bool {
        if condition.path == ["any"] {
            switch event {
            case .request(let request):
                return isMetByAny(request.fields.flatMap { [$0.key, $0.value] } + [request.path], condition.matcher)
            case .callback(let callback):
                return isMetByAny(callback.message.arguments.flatMap(\.value.texts), condition.matcher)
            default: break
            }
        }
        let value = EventValue(event)
        return isMet(condition.matcher, by: value[condition.path], isText: value.isText)
    }

    /// `any` is met by a text anywhere in a request or a callback, and `any` with `not` by one that has it nowhere.
    ///
    /// The documents do not say where in a request a value travels, nor that a key of the application's is not a name there.
    private func isMetByAny(_ texts: [String], _ matcher: Matcher) -> Bool {
        if case .not(let unwanted) = matcher { return !isMetByAny(texts, unwanted) }
        return texts.contains { isMet(matcher, by: .string($0), isText: true) }
    }

    /// `isText` for values that are text whatever they mean, as all that comes over HTTP is.
    func isMet(_ matcher: Matcher, by value: Value?, isText: Bool = false) -> Bool {
        switch matcher {
        case .oneOf(let matchers): return matchers.contains { isMet($0, by: value, isText: isText) }
        case .not(let matcher): return !negated.isMet(matcher, by: value, isText: isText)
        case .absent: return value?.isNull ?? true
        default: break
        }
        guard let value else { return false }
        switch matcher {
        case .equals(let template):
            guard let expected = template.resolved(name) else { return false }
            return value == expected || isText && Self.text(of: expected).map(Value.string) == value
        case .symbol(let symbol):
            return isSymbol(symbol, value)
        case .contains(let template):
            guard let expected = template.resolved(name) else { return false }
            if case .array(let items) = value { return items.contains(expected) }
            guard let part = expected.stringValue, let text = value.stringValue else { return false }
            return part.isEmpty || text.containsBytes(part)
        case .prefix(let template):
            guard let start = template.resolved(name)?.stringValue else { return false }
            // A scheme has no case (RFC 3986, 3.1).
            if start.hasSuffix("://") { return value.stringValue?.lowercased().hasPrefix(start.lowercased()) ?? false }
            return value.stringValue?.utf8.starts(with: start.utf8) ?? false
        case .nonEmpty: return Self.isNonEmpty(value)
        case .ids(let templates): return hasIDs(templates, value)
        case .count(let count): return value.arrayValue?.count == count
        case .each(let conditions):
            guard let items = value.arrayValue else { return false }
            return items.allSatisfy { isMet(conditions, by: $0) }
        case .some(let conditions):
            return value.arrayValue?.contains { isMet(conditions, by: $0) } ?? false
        case .url(let provider, let path, let query): return isURL(value, provider, path, query)
        case .flag(let flag): return APIJudge.truth(value) == flag
        case .same(let label, let path):
            guard let other = labelled(label) else { return isUnknownLabelMet }
            return EventValue(other.event)[path] == value
        case .instant: return PrintedInstant(value) != nil
        case .later(let label, let path, let duration):
            guard let other = labelled(label) else { return isUnknownLabelMet }
            return isLater(value, than: EventValue(other.event)[path], by: duration)
        case .oneOf, .not, .absent: return false
        }
    }

    /// The match for what must not be: a label that is not known is in favour of the event then, too.
    private var negated: PatternMatch {
        var match = self
        match.isUnknownLabelMet.toggle()
        return match
    }

    // MARK: - Matchers of some length

    private func isMet(_ conditions: [Pattern.Condition], by item: Value) -> Bool {
        conditions.allSatisfy { isMet($0.matcher, by: EventValue.member(of: item, at: $0.path[...])) }
    }

    private func isLater(_ value: Value, than other: Value?, by duration: Duration) -> Bool {
        guard let instant = PrintedInstant(value), let other = other.flatMap(PrintedInstant.init) else { return false }
        let difference = instant.time - other.time - duration
        // What is issued at different moments of a case differs by what lay between them, whatever pace the port has.
        return difference > .seconds(-1_800) && difference < .seconds(1_800)
    }

    private func isSymbol(_ symbol: String, _ value: Value) -> Bool {
        if Symbols.matches(symbol, value) { return true }
        guard case .string(let text) = value else { return false }
        if let layout = rules.api.trackingLayout(symbol) { return layout.matches(text) }
        return rules.api.errorCodes.first { $0.symbol == symbol }?.matches(text) ?? false
    }

    private func hasIDs(_ templates: [Template], _ value: Value) -> Bool {
        guard let items = value.arrayValue else { return false }
        let ids = items.compactMap { $0.stringValue ?? $0.objectValue?["ID"]?.stringValue }
        let expected = templates.compactMap { $0.resolved(name)?.stringValue }
        return ids.count == items.count && expected.count == templates.count
            && ids.map(ExactText.init).sorted() == expected.map(ExactText.init).sorted()
    }

    private func isURL(_ value: Value, _ provider: String?, _ path: String?, _ query: [String: Matcher]) -> Bool {
        guard let text = value.stringValue else { return false }
        let url = URLParts(text)
        if let provider {
            guard let base = name(provider), URLParts(base).authority == url.authority else { return false }
        }
        if let path, !url.path.hasSuffix(path) { return false }
        return query.allSatisfy { field, matcher in
            var told = url[field]
            if told == nil, field == RequestField.mvpd.rawValue, url.isLoginByCode {
                told = mvpdOfLogin(text)
                if told == nil { return isUnknownLabelMet }
            }
            return isMet(matcher, by: told.map(Value.string), isText: true)
        }
    }

    /// A page of the MVPD to open, or on tvOS the code for the second screen (AE-TV-001).
    ///
    /// That the report of the code has an id is in a sister document alone (AE-TV-007), so one of no documented id may have it.
    private func offersLogin(_ message: Message) -> Bool {
        switch message.selector {
        case .navigateToUrl, .navigateToUrlUseSVC: return true
        case .status:
            let id = message["statusDictionary"]?.objectValue?["errorId"]?.stringValue ?? ""
            let isDocumented = { (id: String) in rules.api.advancedStatus(id) != nil }
            return id == "REGCODE" || !isDocumented(id) && !message.likelyCodes.allSatisfy(isDocumented)
        default: return false
        }
    }

    private static func text(of value: Value) -> String? {
        switch value {
        case .string(let text): text
        case .int(let number): String(number)
        case .bool(let flag): String(flag)
        default: nil
        }
    }

    private static func isNonEmpty(_ value: Value) -> Bool {
        switch value {
        case .null: false
        case .string(let text): !text.isEmpty
        case .bytes(let bytes): !bytes.isEmpty
        case .array(let items): !items.isEmpty
        case .object(let members): !members.isEmpty
        case .bool, .int, .double, .reference: true
        }
    }
}

extension Selector {
    /// Picker, navigation and Apple SSO dialogs.
    var isOfUI: Bool { Self.ofUI.contains(self) }

    private static let ofUI: Set<Selector> = [
        .displayProviderDialog, .navigateToUrl, .navigateToUrlUseSVC, .presentTvProviderDialog,
        .dismissTvProviderDialog,
    ]
}
