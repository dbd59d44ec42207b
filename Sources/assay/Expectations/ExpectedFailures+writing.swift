import Evidence

extension ExpectedFailures {
    /// A file that expects just what failed in a run.
    ///
    /// Entries of `kept` that still hold stay as they are; a contract all of whose cases failed is one entry.
    static func text(
        for verdicts: [Verdict], of implementation: String, keeping kept: ExpectedFailures?, expires: String
    ) -> String {
        let failed = verdicts.filter { [.fail, .crash, .expectedFail].contains($0.outcome) }
        let held = (kept?.entries ?? []).filter { entry in
            let own = verdicts.filter { kept?.fits(entry, $0) ?? false }
            // What was not run at all says nothing against an entry.
            return entry.expires >= (kept?.today ?? "")
                && (entry.rate != nil || !own.contains { [.pass, .warn].contains($0.outcome) })
        }
        let rest = failed.filter { verdict in
            !held.contains { kept?.fits($0, verdict) ?? false }
        }
        var text = """
            # Failures of \(implementation) that are known; `assay run --expectations` reads them.
            schema: \(schema)
            expected:

            """
        for entry in held { text += lines(entry) }
        var seen: Set<String> = []
        for verdict in rest {
            let own = verdicts.filter { $0.contractID == verdict.contractID && $0.outcome != .notApplicable }
            let isWhole = own.allSatisfy { one in rest.contains { $0.caseID == one.caseID } }
            let pattern = isWhole ? verdict.contractID : verdict.caseID
            guard seen.insert(pattern).inserted else { continue }
            text += lines(
                Entry(
                    subject: isWhole ? .contract : .testCase, pattern: pattern,
                    reason: verdict.findings.first?.message ?? "not explained yet", link: "", expires: expires,
                    lines: 1...1))
        }
        return text
    }

    private static func lines(_ entry: Entry) -> String {
        var members = [
            ("\(entry.subject.rawValue)", YAMLText.quoted(entry.pattern)), ("reason", YAMLText.quoted(entry.reason)),
        ]
        if !entry.link.isEmpty { members.append(("link", YAMLText.quoted(entry.link))) }
        if let rate = entry.rate { members.append(("flaky", "\(rate)")) }
        members.append(("expires", entry.expires))
        return "  - " + members.map { "\($0): \($1)\n" }.joined(separator: "    ")
    }
}
