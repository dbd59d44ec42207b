import AccessEnablerAPI
import Evidence
import Specification

/// What a case has shown of what its contract wants alike in all its cases, with the case's names for the session's values.
///
/// Only what the documents leave no choice in: no tokens, instants, codes or descriptions, and no numbers of requests.
struct ShownFacts {
    private let trace: CaseTrace

    init(_ trace: CaseTrace) {
        self.trace = trace
    }

    /// By what each is of.
    var facts: [String: Verdict.Shown] {
        let alike = trace.testCase.alike
        var facts: [String: Verdict.Shown] = [:]
        if alike.contains(.values) {
            var said: [String: (texts: [String], cites: [String])] = [:]
            for (group, step, position) in awaited {
                guard case .callback(let callback) = trace.observations[position].event,
                    let text = value(of: callback.message, withAttributes: alike.contains(.bindings))
                else { continue }
                let own = trace.testCase.steps[step].cites
                said["\(callback.message.selector) in step \(group + 1)", default: ([], [])].texts.append(text)
                said["\(callback.message.selector) in step \(group + 1)"]?.cites += own.isEmpty ? trace.carrying : own
            }
            facts = said.mapValues { Verdict.Shown($0.texts.sorted().joined(separator: "; "), $0.cites.uniqued()) }
        }
        if alike.contains(.bindings) {
            for (phase, routes) in Routes.all(in: trace).enumerated() {
                for first in routes.firsts {
                    facts["the provider of \(trace.named(first.mvpd)) after configuration \(phase + 1)"] =
                        Verdict.Shown(first.provider, ["AE-SP-006", "AE-SP-007"])
                }
            }
        }
        return facts
    }

    /// What is awaited in one go comes in any order, and counts for the step that it begins with.
    private var awaited: [(group: Int, step: Int, position: Int)] {
        var first: Int?
        return trace.testCase.steps.indices.compactMap { step in
            guard case .await = trace.testCase.steps[step].action else {
                first = nil
                return nil
            }
            let start = first ?? step
            first = start
            return trace.landmark(of: step).map { (start, step, $0) }
        }
    }

    private func value(of message: Message, withAttributes: Bool) -> String? {
        switch message.selector {
        case .setMetadataStatus where message["key"] == .string("METADATA_USER_META"):
            message["metadata"].flatMap(metadata)
        case .preauthorizedResources: message["resources"].map(text)
        // Thousands would take long to tell, and show no more.
        case .displayProviderDialog where withAttributes && (message["mvpds"]?.arrayValue?.count ?? 0) < 100:
            message["mvpds"]?.arrayValue.map { $0.compactMap(attributes).sorted().joined(separator: ", ") }
        case .selectedProvider where withAttributes: message["mvpd"].flatMap(attributes)
        default: nil
        }
    }

    /// What is documented of an MVPD; ports may say more.
    private func attributes(_ value: Value) -> String? {
        MVPD(value).map { trace.named("'\($0.id)' called '\($0.displayName)' with '\($0.logoURL)'") }
    }

    /// Without the wrapper that the value may come in, which says when it was updated.
    private func metadata(_ value: Value) -> String? {
        if let data = value.objectValue?["data"] { return text(data) }
        // What a port has put into one text in its own way is not taken apart.
        if let text = value.stringValue, text.hasPrefix("{") || text.hasPrefix("[") { return nil }
        return text(value)
    }

    /// Lists in one order, because the documents give them none.
    private func text(_ value: Value) -> String {
        guard case .array(let items) = value else { return trace.words(for: value) }
        return "[" + items.map(text).sorted().joined(separator: ", ") + "]"
    }
}
