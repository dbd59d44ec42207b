import Documents
import Evidence
import Specification
import Timing

/// Failures that the authors of a port know of, from a file in their repository.
struct ExpectedFailures: Sendable {
    /// What is expected to fail, why, and until when that is put up with.
    struct Entry: Sendable, Hashable {
        enum Subject: String, Sendable, Hashable, CaseIterable {
            case contract
            case testCase = "case"
            /// Every case in which the documents leave that choice.
            case reading
            /// A rule; meant are the cases that fail by nothing else.
            case check
        }

        var subject: Subject
        /// An id, in which `*` and `?` stand for others.
        var pattern: String
        var reason: String
        /// Where it is being worked on; empty where the file does not say.
        var link: String
        /// In how many of its sessions it fails, where it fails in some only.
        var rate: Double?
        /// The last day on which it is expected: `2026-03-31`.
        var expires: String
        /// The first and the last line of the entry in the file.
        var lines: ClosedRange<Int>

        /// `readings` are those of the verdict's case.
        func fits(_ verdict: Verdict, readings: [String]) -> Bool {
            switch subject {
            case .contract: return Glob.fits(verdict.contractID, pattern)
            case .testCase: return Glob.fits(verdict.caseID, pattern)
            case .reading: return readings.contains { Glob.fits($0, pattern) }
            case .check:
                let violated = verdict.findings.filter(\.isFailure)
                return !violated.isEmpty
                    && violated.allSatisfy { finding in finding.check.map { Glob.fits($0, pattern) } ?? false }
            }
        }
    }

    static let schema = "assay/expectations/1"

    var file: String
    var entries: [Entry]
    /// `2025-11-21`: what has expired before it is no longer expected.
    var today: String
    /// The readings of each case that has any, by case.
    private(set) var readings: [String: [String]] = [:]

    func fits(_ entry: Entry, _ verdict: Verdict) -> Bool {
        entry.fits(verdict, readings: readings[verdict.caseID] ?? [])
    }

    /// The entry that makes a failure an expected one.
    func entry(for verdict: Verdict) -> Entry? {
        entries.first { $0.expires >= today && fits($0, verdict) }
    }

    /// The verdict, or that its failure was expected.
    func applied(to verdict: Verdict) -> Verdict {
        guard verdict.outcome == .fail || verdict.outcome == .crash, let entry = entry(for: verdict) else {
            return verdict
        }
        var verdict = verdict
        let link = entry.link.isEmpty ? "" : " (\(entry.link))"
        var finding = Finding(message: "expected until \(entry.expires): \(entry.reason)\(link)")
        finding.standing = .noticed
        verdict.findings.append(finding)
        verdict.outcome = .expectedFail
        return verdict
    }

}

extension Verdict {
    /// Whether the case failed, expected or not.
    var hasFailed: Bool { [.fail, .crash, .expectedFail].contains(outcome) }
}

// MARK: - The file

extension ExpectedFailures {
    /// `cases` are all there are, and `today` is a day such as `2025-11-21`.
    static func read(_ path: String, of cases: [Case], today: String) throws(ToolError) -> ExpectedFailures {
        try read(try StrengthFile.bytes(of: path), file: path, of: cases, today: today)
    }

    static func read(
        _ bytes: [UInt8], file: String, of cases: [Case], today: String
    ) throws(ToolError) -> ExpectedFailures {
        var entries = try StrengthFile.read(bytes, file: file, schema: schema) { reader -> [Entry]? in
            guard let list = reader.required("expected"), !list.isNull else { return [] }
            return list.list(of: entry)
        }
        let lines = StrengthFile.lines(entries.map(\.lines.lowerBound), in: bytes)
        for index in entries.indices { entries[index].lines = lines[index] }
        var expected = ExpectedFailures(file: file, entries: entries, today: today)
        for testCase in cases where !testCase.readings.isEmpty {
            expected.readings[testCase.id] = testCase.readings.map(\.name)
        }
        return expected
    }

    private static func entry(_ node: NodeReader) -> Entry? {
        node.mapping { reader in
            let subject = reader.exactlyOne(of: Entry.Subject.allCases.map(\.rawValue))
            let reason = reader.required("reason")?.string()
            let link = reader.optional("link")?.string() ?? ""
            let rate = reader.optional("flaky")?.parsed(Self.rate)
            let expires = reader.required("expires")?.parsed(Self.day)
            guard let subject, let kind = Entry.Subject(rawValue: subject.key), let pattern = subject.value.string(),
                let reason, let expires
            else { return nil }
            return Entry(
                subject: kind, pattern: pattern, reason: reason, link: link, rate: rate, expires: expires,
                lines: node.mark.line...node.mark.line)
        }
    }

    /// A share of the sessions, as it is written: `0.1`.
    private static func rate(_ text: String) throws(InvalidValue) -> Double {
        guard let value = Double(text), value > 0, value < 1 else {
            throw InvalidValue(message: "expected a rate between 0 and 1, such as 0.1, found '\(text)'")
        }
        return value
    }

    /// A day as it is written: `2026-03-31`.
    private static func day(_ text: String) throws(InvalidValue) -> String {
        guard text.utf8.count == 10, WallTime(iso8601: text + "T00:00:00Z") != nil else {
            throw InvalidValue(message: "expected a day such as 2026-03-31, found '\(text)'")
        }
        return text
    }
}
