internal import Documents
internal import LoadResults

/// The iterations in which something did not hold, each with what is known and how to see it again.
struct ViolationList {
    private static let maxShown = 200

    private let violations: [IterationViolation]

    /// Whether they fail nobody, because no run under gates has shown them again.
    private let areSuspicions: Bool

    init(_ violations: [IterationViolation], areSuspicions: Bool = false) {
        self.violations = violations
        self.areSuspicions = areSuspicions
    }

    var html: HTML {
        let rest = violations.count - Self.maxShown
        let note: HTML? = rest > 0 ? "<p>\(Quantity.count(rest)) more are in the files beside this page.</p>" : nil
        return "\(violations.prefix(Self.maxShown).enumerated().map { html($1, id: "\(word)-\($0 + 1)") })\(note)"
    }

    private var word: String { areSuspicions ? "suspicion" : "violation" }

    private var badge: Badge {
        areSuspicions
            ? Badge(.aside, sign: "○", word: "SUSPICION") : Badge(.fail, sign: "✗", word: "VIOLATED")
    }

    private func html(_ violation: IterationViolation, id: String) -> HTML {
        var items: [DescriptionList.Item] = []
        if !violation.expected.isEmpty { items.append(.init("Expected", Prose.printable(violation.expected))) }
        if !violation.seen.isEmpty { items.append(.init("Actual", Prose.printable(violation.seen))) }
        let comparison: HTML? = items.isEmpty ? nil : DescriptionList(.compare, items).html
        let context = [
            "session \(violation.session)", "after \(Quantity.duration(violation.time))",
            violation.statements.joined(separator: ", "), violation.replay ?? "",
            violation.bundle.map { "bundle \($0)" } ?? "",
        ].filter { !$0.isEmpty }
        let again: HTML? = violation.command.map { command in
            "<h4>Rerun</h4><pre class=\"command\" tabindex=\"0\"><code>\(command)</code></pre>"
        }
        return """
            <article class="failure\(areSuspicions ? "" : " fail")" id="\(id)" aria-labelledby="\(id)-h">
            <h3 id="\(id)-h">\(badge.html) \(violation.caseID)</h3>
            <p>\(Prose.printable(violation.message))<br/><small>\(context.joined(separator: " · "))</small></p>
            \(comparison)
            \(again)
            </article>

            """
    }
}
