import Evidence
import ServiceProtocol
import Specification

/// Judges what a case says its trace must show.
struct ExpectationJudge {
    let trace: CaseTrace

    func judgement(of expectations: [Expectation]) -> Judgement {
        expectations.reduce(into: Judgement()) { $0.add(judgement(of: $1)) }
    }

    /// Only what no later event could put right, for a case that ended before its last step.
    func violationsSoFar(of expectations: [Expectation]) -> [Finding] {
        expectations.flatMap { expectation -> [Finding] in
            guard case .occurs(let pattern, let count) = expectation.kind, let upper = count.upper else { return [] }
            let found = positions(of: pattern, in: trace.window(of: expectation), isForbidden: upper == 0)
            return found.count > upper
                ? [tooMany(expectation, pattern, count, found).naming(trace.landmarks(of: expectation))] : []
        }
    }

    private func judgement(of expectation: Expectation) -> Judgement {
        switch expectation.kind {
        case .occurs(let pattern, let count):
            return occurrence(of: pattern, count, expectation).naming(trace.landmarks(of: expectation))
        case .order(let patterns):
            return order(patterns, expectation).naming(trace.landmarks(of: expectation))
        case .check(let name, let arguments):
            guard let check = NamedCheck.all.first(where: { $0.name == name }) else {
                return Judgement(
                    undecided: [Finding(statements: cites(expectation), message: "there is no check called '\(name)'")])
            }
            var judgement = check.judge(trace, arguments, cites(expectation))
            judgement.violations = Judgement.named(name, judgement.violations).map { $0.resting(on: .order) }
            judgement.undecided = Judgement.named(name, judgement.undecided)
            return judgement
        }
    }

    private func occurrence(
        of pattern: Pattern, _ count: Expectation.Count, _ expectation: Expectation
    ) -> Judgement {
        let window = trace.window(of: expectation)
        let found = positions(of: pattern, in: window, isForbidden: count.upper == 0)
        if let upper = count.upper, found.count > upper {
            return Judgement(violations: [tooMany(expectation, pattern, count, found)])
        }
        if found.count < count.lower {
            return missing(pattern, count, expectation, found, window)
        }
        guard count.upper == 0, !trace.isQuiet(in: window) else { return Judgement() }
        return Judgement(undecided: [
            Finding(
                statements: cites(expectation),
                message: "whether \(pattern.words) would still have come is not known",
                expected: "a period in which the port was shown to be idle",
                seen: "no such period\(words(expectation))")
        ])
    }

    /// What came too late came in another order; what did not come at all is known where the port came to rest.
    private func missing(
        _ pattern: Pattern, _ count: Expectation.Count, _ expectation: Expectation, _ found: [Int], _ window: Range<Int>
    ) -> Judgement {
        let finding = tooFew(expectation, pattern, count, found, window)
        let rest = window.lowerBound..<max(window.lowerBound, trace.observations.count)
        if positions(of: pattern, in: rest).count >= count.lower {
            return Judgement(violations: [finding.resting(on: .order)])
        }
        return silence(finding, isProved: trace.isIdle(in: rest))
    }

    /// What did not come before the port came to rest did not come at all.
    private func silence(_ finding: Finding, isProved: Bool) -> Judgement {
        var finding = finding.resting(on: .silence)
        if isProved, trace.isAtRest { return Judgement(violations: [finding]) }
        finding.message += ", and whether it would still have come is not known"
        return Judgement(undecided: [finding])
    }

    private func order(_ patterns: [Pattern], _ expectation: Expectation) -> Judgement {
        let window = trace.window(of: expectation)
        var next = window.lowerBound
        var last: Int?
        for pattern in patterns {
            // One request may ask for both.
            if let last, trace.observations[last].event.asksForMediaToken, pattern.subject == .request(.mediaToken) {
                continue
            }
            guard let found = positions(of: pattern, in: next..<max(next, window.upperBound)).first else {
                let elsewhere = positions(of: pattern, in: window)
                let place = last.map { "after \(trace.words(at: $0))" } ?? "there"
                let finding = Finding(
                    statements: cites(expectation),
                    message: expectation.why ?? "\(pattern.words) did not come \(place)",
                    expected: patterns.map(\.words).joined(separator: ", then "),
                    seen: elsewhere.isEmpty ? "it did not come at all" : "it came only earlier",
                    observations: (elsewhere.prefix(4) + [last].compactMap(\.self)).map(trace.sequence)
                ).looking(elsewhere.isEmpty ? .missing : .misplaced, pattern)
                return elsewhere.isEmpty
                    ? silence(finding, isProved: true) : Judgement(violations: [finding.resting(on: .order)])
            }
            last = found
            next = found + 1
        }
        return Judgement()
    }

    // MARK: - Findings

    private func tooMany(
        _ expectation: Expectation, _ pattern: Pattern, _ count: Expectation.Count, _ found: [Int]
    ) -> Finding {
        let seen = found.prefix(4).map { trace.words(at: $0) }.joined(separator: "; ")
        var finding = Finding(
            statements: cites(expectation),
            message: expectation.why ?? "\(pattern.words) came \(times(found.count))\(words(expectation))",
            expected: "\(pattern.words), \(count)\(words(expectation))", seen: seen,
            observations: found.prefix(8).map(trace.sequence)
        ).resting(on: expectation.after == nil && expectation.before == nil ? .content : .order)
            .looking(count.upper == 0 ? .unexpected : .repeated, pattern)
        if count.upper == 0 { finding.symptom?.forbidden = pattern.words }
        return finding
    }

    /// Cites what came near: events of the same kind whose values differ.
    private func tooFew(
        _ expectation: Expectation, _ pattern: Pattern, _ count: Expectation.Count, _ found: [Int], _ window: Range<Int>
    ) -> Finding {
        let near = window.filter { position in
            !found.contains(position)
                && trace.match(at: position).isSubject(pattern.subject, of: trace.observations[position].event)
                && (pattern.subject != .anyCallback || isNear(pattern, position, expectation))
        }
        let seen =
            found.isEmpty && near.isEmpty
            ? "nothing of the kind" : (found + near).prefix(4).map { trace.words(at: $0) }.joined(separator: "; ")
        let finding = Finding(
            statements: cites(expectation),
            message: expectation.why
                ?? "\(pattern.words) \(found.isEmpty ? "did not come" : "came \(times(found.count))")\(words(expectation))",
            expected: "\(pattern.words), \(count)\(words(expectation))", seen: seen,
            observations: (found + near).prefix(8).map(trace.sequence)
        ).looking(.missing, pattern)
        guard let nearest = NearestCandidate(to: pattern, at: near, in: trace) else { return finding }
        return finding.naming(nearest, of: pattern, in: trace)
    }

    /// Among callbacks of whatever name only those come near that have what is compared, and that nothing else expects.
    private func isNear(_ pattern: Pattern, _ position: Int, _ expectation: Expectation) -> Bool {
        let value = EventValue(trace.observations[position].event)
        guard pattern.conditions.allSatisfy({ value[$0.path] != nil }) else { return false }
        return !trace.testCase.expectations.contains { other in
            guard other != expectation, case .occurs(let pattern, let count) = other.kind, count.lower > 0 else {
                return false
            }
            return trace.matches(pattern, at: position)
        }
    }

    private func positions(of pattern: Pattern, in window: Range<Int>, isForbidden: Bool = false) -> [Int] {
        var positions: [Int] = []
        // A closure would copy the trace for each expectation.
        for position in window where trace.matches(pattern, at: position, isForbidden: isForbidden) {
            positions.append(position)
        }
        return positions
    }

    private func cites(_ expectation: Expectation) -> [String] {
        expectation.cites.isEmpty ? trace.carrying : expectation.cites
    }

    private func times(_ count: Int) -> String {
        count == 1 ? "once" : "\(count) times"
    }

    /// The window in words.
    private func words(_ expectation: Expectation) -> String {
        let after = expectation.after.map { " after '\($0)'" } ?? ""
        return after + (expectation.before.map { " before '\($0)'" } ?? "")
    }
}

extension Event {
    fileprivate var asksForMediaToken: Bool {
        guard case .request(let request) = self else { return false }
        return request.asksForMediaToken && request.purpose != .mediaToken
    }
}
