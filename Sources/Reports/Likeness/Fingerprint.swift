package import Evidence

/// How a port fails: of each case that does, what went wrong first, whatever the values of its session.
package struct Fingerprint: Sendable, Hashable, Identifiable {
    package var id: String
    /// What the port does wrong, in a sentence without a full stop.
    package var title: String
    /// By case, in the words of ``Trait/text``.
    package var failures: [String: String]

    package init(id: String, title: String, failures: [String: String]) {
        self.id = id
        self.title = title
        self.failures = failures
    }

    /// Of a case that fails in several runs of the port the first counts.
    package static func failures(in runs: [[Verdict]]) -> [String: String] {
        var failures: [String: String] = [:]
        for verdict in runs.joined() where [.fail, .crash, .warn].contains(verdict.outcome) {
            guard failures[verdict.caseID] == nil else { continue }
            failures[verdict.caseID] = how(CauseFinder.firstTrait(of: verdict))
        }
        return failures
    }

    /// After which call something late comes is chance, so that it is left out.
    private static func how(_ trait: Trait) -> String {
        guard case .exact(let kind, let subject, _, let paths) = trait else { return trait.text }
        return Trait.element(kind, subject: subject, paths: paths).text
    }

    /// The cases that say something of a port: they passed or failed.
    package static func judged(in runs: [[Verdict]]) -> Set<String> {
        Set(
            runs.joined().filter { [.pass, .fail, .crash, .warn].contains($0.outcome) }.map(\.caseID))
    }
}
