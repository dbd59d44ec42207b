internal import Documents
internal import Evidence
internal import LoadResults

/// The iterations in which something did not hold, each with what is known and how to see it again.
struct ViolationList {
    let violations: [IterationViolation]
    /// Whether they fail nobody, because no run under gates has shown them again.
    let areSuspicions: Bool

    /// Nil where there are none.
    var section: Page.Section? {
        guard !violations.isEmpty else { return nil }
        return Page.Section(
            id: areSuspicions ? "suspicions" : "violations", title: areSuspicions ? "Suspicions" : "Violations",
            note: "\(violations.count)", body: html)
    }

    private var html: HTML {
        "\(violations.kinds.enumerated().map { html($1.first, $1.others, id: "\(word)-\($0 + 1)") })"
    }

    private var word: String { areSuspicions ? "suspicion" : "violation" }

    private var badge: Badge {
        areSuspicions
            ? Badge(.aside, sign: "○", word: "SUSPICION") : Badge(.fail, sign: "✗", word: "VIOLATED")
    }

    private func html(_ violation: IterationViolation, _ others: [IterationViolation], id: String) -> HTML {
        let comparison = DescriptionList.comparison(expected: violation.expected, actual: violation.seen)
        let context = [
            "session \(violation.session)", "after \(Quantity.duration(violation.time))",
            violation.statements.joined(separator: ", "), violation.replay ?? "",
            violation.bundle.map { "bundle \($0)" } ?? "",
        ].filter { !$0.isEmpty }
        let again: HTML? = violation.command.map { command in
            "<h4>Rerun</h4><pre class=\"command\" tabindex=\"0\"><code>\(command)</code></pre>"
        }
        let rest: HTML? =
            others.isEmpty
            ? nil
            : """
            <p>\(Quantity.count(others.count)) more of this kind, in the sessions \
            \(others.map(\.session).uniqued().joined(separator: ", ")).</p>
            """
        return """
            <article class="failure\(areSuspicions ? "" : " fail")" id="\(id)" aria-labelledby="\(id)-h">
            <h3 id="\(id)-h">\(badge.html) \(violation.caseID)</h3>
            <p>\(Prose.printable(violation.message))<br/><small>\(context.joined(separator: " · "))</small></p>
            \(comparison)
            \(again)
            \(rest)
            </article>

            """
    }
}

extension [IterationViolation] {
    /// Those that break the same statements in the same kind of iteration together: a wrong port breaks them in all.
    var kinds: [(first: IterationViolation, others: [IterationViolation])] {
        grouped { [$0.caseID] + $0.statements }.map { ($1[0], Array($1.dropFirst())) }
    }
}
