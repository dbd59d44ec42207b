package import Evidence

/// Something that deviations have in common which may have one cause, from narrow to broad.
package enum Trait: Sendable, Hashable {
    /// The same deviation of the same event at the same place in the flow, in the same elements.
    case exact(Symptom.Kind, subject: String, call: String, paths: [String])
    /// The same elements of the same event, wherever it comes.
    case element(Symptom.Kind, subject: String, paths: [String])
    /// The same event after the same call.
    case event(Symptom.Kind, subject: String, call: String)
    /// The same rule, in whatever way it was broken.
    case rule(String)
    case kind(Symptom.Kind, subject: String)
    case subject(String)
    /// Whatever should have come after the call did not.
    case silence(call: String)

    /// The breadth of the broadest that tell in which elements something differs.
    static let ofElements = 1

    /// What says more about a cause comes first where it explains as much.
    var breadth: Int {
        switch self {
        case .exact: 0
        case .element: 1
        case .event, .rule: 2
        case .kind: 3
        case .subject: 4
        case .silence: 5
        }
    }

    /// All that a finding has, the narrowest first.
    static func all(of finding: Finding) -> [Trait] {
        let symptom = finding.symptom ?? Symptom(.rule, finding.message)
        let (kind, subject, call) = (symptom.kind, symptom.subject, symptom.call)
        let paths = symptom.differences.map(\.path)
        var traits: [Trait] = [.exact(kind, subject: subject, call: call, paths: paths)]
        if !paths.isEmpty { traits.append(.element(kind, subject: subject, paths: paths)) }
        traits.append(.event(kind, subject: subject, call: call))
        // A port that dies of two calls has two causes.
        if kind != .crash { traits += [.kind(kind, subject: subject), .subject(subject)] }
        if let check = finding.check { traits.append(.rule(check)) }
        if kind == .missing { traits.append(.silence(call: call)) }
        return traits
    }

    /// The same for every run of the same port, as files hold it.
    package var text: String {
        switch self {
        case .exact(let kind, let subject, let call, let paths):
            "\(kind.rawValue) \(subject) @ \(call) [\(paths.joined(separator: " "))]"
        case .element(let kind, let subject, let paths): "\(kind.rawValue) \(subject) [\(paths.joined(separator: " "))]"
        case .event(let kind, let subject, let call): "\(kind.rawValue) \(subject) @ \(call)"
        case .rule(let check): "rule \(check)"
        case .kind(let kind, let subject): "\(kind.rawValue) \(subject)"
        case .subject(let subject): subject
        case .silence(let call): "silence @ \(call)"
        }
    }
}
