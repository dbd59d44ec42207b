import AccessEnablerAPI

/// What a case names in its arguments and conditions.
extension Case {
    /// Every pattern that anything in the case names.
    package var patterns: [Pattern] {
        let awaited = steps.compactMap { step -> Pattern? in
            if case .await(let pattern, _) = step.action { pattern } else { nil }
        }
        return awaited + allExpectations.flatMap(\.patterns)
    }

    package var allExpectations: [Expectation] { expectations + readings.flatMap(\.expectations) }

    /// The names that stand in arguments and conditions.
    package var names: Set<String> {
        var names: Set<String> = []
        for step in steps {
            if case .call(_, let arguments) = step.action {
                for argument in arguments { names.formUnion(argument.value.names) }
            }
        }
        for condition in patterns.flatMap(\.conditions) {
            for template in condition.matcher.templates { names.formUnion(template.names) }
        }
        return names
    }

    /// Whether a condition asks for just this text.
    func asks(for text: String) -> Bool {
        patterns.flatMap(\.conditions).contains { condition in
            condition.matcher.templates.contains { $0 == .literal(.string(text)) }
        }
    }

    /// Whether a condition spells out what the simulator calls an MVPD: `$A by sp1`.
    var namesAsSimulated: Bool {
        patterns.flatMap(\.conditions).flatMap(\.matcher.templates).contains { template in
            guard case .text(let pieces) = template else { return false }
            return pieces.contains { if case .text(let text) = $0 { text.hasPrefix(" by ") } else { false } }
        }
    }

    /// The names of the MVPDs that a user chooses somewhere.
    var chosen: Set<String> {
        steps.reduce(into: []) { names, step in
            guard case .call(.setSelectedProvider, let arguments) = step.action else { return }
            for argument in arguments { names.formUnion(argument.value.names) }
        }
    }

    /// Resources that calls name by themselves, and not by a name that stands for one.
    var literalResources: Set<String> {
        steps.reduce(into: []) { resources, step in
            guard case .call(_, let arguments) = step.action else { return }
            for argument in arguments where ["resource", "resources"].contains(argument.name) {
                resources.formUnion(argument.value.literals)
            }
        }
    }

    var logsIn: Bool {
        steps.contains { step in
            guard case .browse(let way) = step.action else { return false }
            return [.signIn, .wrongPasswordFirst, .secondScreen].contains(way)
        }
    }
}

extension Expectation {
    var patterns: [Pattern] {
        switch kind {
        case .occurs(let pattern, _): [pattern]
        case .order(let patterns): patterns
        case .check: []
        }
    }
}

extension Pattern {
    /// The labels of the steps with whose events it compares.
    var labels: [String] {
        conditions.flatMap(\.matcher.all).compactMap { matcher in
            switch matcher {
            case .same(let label, _), .later(let label, _, _): label
            default: nil
            }
        }
    }
}

extension Matcher {
    /// It, and every matcher in it.
    fileprivate var all: [Matcher] {
        switch self {
        case .oneOf(let matchers): [self] + matchers.flatMap(\.all)
        case .not(let matcher): [self] + matcher.all
        case .each(let conditions), .some(let conditions): [self] + conditions.flatMap(\.matcher.all)
        case .url(_, _, let query): [self] + query.values.flatMap(\.all)
        default: [self]
        }
    }

    /// Every value that it compares with.
    package var templates: [Template] {
        all.flatMap { matcher -> [Template] in
            switch matcher {
            case .equals(let template), .contains(let template), .prefix(let template): [template]
            case .ids(let templates): templates
            default: []
            }
        }
    }
}

extension Template {
    /// The texts in it that stand for themselves alone.
    fileprivate var literals: Set<String> {
        switch self {
        case .literal(.string(let text)): [text]
        case .literal(.array(let items)): Set(items.compactMap(\.stringValue))
        case .literal, .text: []
        case .array(let items): items.reduce(into: []) { $0.formUnion($1.literals) }
        case .object: []
        }
    }
}
