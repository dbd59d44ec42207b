import AccessEnablerAPI
import Cryptography
import Documents
import Encodings
import Evidence
import Reports
import Timing

/// What is certified of a port: one file that says who, as what, by what, and on what evidence.
struct Certificate: Sendable {
    /// What is signed.
    let content: JSON
    private(set) var signature: Signature?

    struct Signature: Sendable, Hashable {
        var key: VerifyingKey
        var value: [UInt8]
    }

    static let schema = "assay/certificate/1"

    /// What its keys in order, without spaces, spell: the bytes that are signed.
    private var signed: [UInt8] { content.sortedByKey.compact }

    mutating func sign(with key: SigningKey) {
        signature = Signature(key: key.verifyingKey, value: key.sign(signed))
    }

    /// Whether its own key has signed just this; false where nobody has signed.
    var isSignatureTrue: Bool {
        signature.map { $0.key.verifies($0.value, over: signed) } ?? false
    }

    var json: JSON {
        var object: JSONObject = ["schema": .string(Self.schema), "certificate": content]
        if let signature {
            object["signature"] = [
                "algorithm": "Ed25519", "public-key": .string(Base64.encode(signature.key.raw)),
                "value": .string(Base64.encode(signature.value)),
            ]
        }
        return JSON.object(object).sortedByKey
    }
}

// MARK: - Of a run

extension Certificate {
    /// - Parameter issued: when, as text.
    init(of run: JudgedRun, issued: String) {
        let header = run.reports[0].header
        content =
            JSON.object([
                "port": ["name": .string(header.portName), "version": .string(header.portVersion)],
                "implementation": .string(header.implementation), "backend": .string(header.backend),
                "command": .strings(["assay", "run"] + run.record.words),
                "issued": .string(issued),
                "specs": .string(run.record.specs),
                "cases": .int(Int64(run.record.cases.count)),
                "environment": .texts(run.record.environment),
                "result": .string(run.matrix.profiles.map { "\($0.word) \($0.sentence)" }.joined(separator: "; ")),
                "exit-code": .int(Int64(run.matrix.exitCode.rawValue)),
                "profile": .string(run.reports[0].choice.rawValue),
                "known-failures": Self.knownFailures(run.reports),
                "runs": .array(zip(run.reports, run.traces).map(Self.run)),
            ]).sortedByKey
    }

    private static func run(_ report: RunReport, trace: String) -> JSON {
        let header = report.header
        let decided = report.verdicts.filter { $0.outcome != .notApplicable }
        let classes = Dictionary(grouping: decided.compactMap(\.evidence), by: \.rawValue)
        var evidence = classes.mapValues { JSON.int(Int64($0.count)) }
        let rest = decided.count - decided.compactMap(\.evidence).count
        evidence["no-order-asked"] = .int(Int64(rest))
        return [
            "platform": .string(header.platform.rawValue), "api-version": .string("\(header.version)"),
            "seed": .string("\(header.seed)"),
            "started": .string(WallTime(milliseconds: header.startedAt).text),
            "features": .strings(header.features.map(\.rawValue).sorted()),
            "calls": .strings(header.calls.map(\.rawValue).sorted()),
            "lacks": .strings(report.lacks),
            "outcomes": .members(report.profiles.map { ($0.profile.rawValue, JSONReport.counts($0.counts)) }),
            "verdicts": .string(digest(of: report.verdicts)),
            "evidence": .members(evidence.map { ($0.key, $0.value) }),
            "trace": .string(trace),
        ]
    }

    /// Of all verdicts, in the order of their cases: `case`, a space, the outcome, a line end.
    private static func digest(of verdicts: [Verdict]) -> String {
        let lines = verdicts.map { "\($0.caseID) \($0.outcome.rawValue)\n" }.sorted()
        return Hex.encode(Digest.sha256(Array(lines.joined().utf8)))
    }

    /// The cases that failed as a list said they would.
    private static func knownFailures(_ reports: [RunReport]) -> JSON {
        .strings(
            Set(reports.flatMap(\.verdicts).filter { $0.outcome == .expectedFail }.map(\.caseID)).sorted())
    }
}

// MARK: - As a file

extension Certificate {
    /// Reads a file; one of another kind is refused.
    init(reading file: String) throws(ToolError) {
        let json = try saying("the certificate cannot be read", as: .usage) {
            try JSON.parse(try File.read(file, maximumBytes: 1 << 24), file: file)
        }
        guard let schema = json["schema"]?.string else { throw .input("\(file) is no certificate: it names no schema") }
        guard schema == Self.schema else {
            throw .input(
                schema.hasPrefix("assay/certificate/")
                    ? "\(file): '\(schema)' was written by another assay; this one reads '\(Self.schema)'"
                    : "\(file) is no certificate: its schema is '\(schema)'")
        }
        guard let content = json["certificate"], content["runs"]?.array?.isEmpty == false else {
            throw .input("\(file) is not whole: it certifies no run")
        }
        self.content = content.sortedByKey
        guard let signature = json["signature"] else { return }
        guard signature["algorithm"]?.string == "Ed25519",
            let key = signature["public-key"]?.string.flatMap({ Base64.decode($0) }).flatMap(VerifyingKey.init),
            let value = signature["value"]?.string.flatMap({ Base64.decode($0) })
        else { throw .input("\(file): the signature is none of Ed25519 with a key and a value in base64") }
        self.signature = Signature(key: key, value: value)
    }

    /// Where the certificate says something else than one that is made of the run now, each with its place.
    func contradictions(with run: JudgedRun) -> [String] {
        let other = Certificate(of: run, issued: content["issued"]?.string ?? "")
        return Self.differences(content, other.content, at: "")
    }

    private static func differences(_ own: JSON, _ other: JSON, at path: String) -> [String] {
        if let left = own.object?.members, let right = other.object?.members {
            let keys = Set(left.map(\.key)).union(right.map(\.key)).sorted()
            return keys.flatMap { key in
                differences(own[key] ?? .null, other[key] ?? .null, at: path.isEmpty ? key : "\(path).\(key)")
            }
        }
        if let left = own.array, let right = other.array, left.count == right.count {
            return zip(left, right).enumerated().flatMap { differences($1.0, $1.1, at: "\(path)[\($0)]") }
        }
        guard own != other else { return [] }
        return ["\(path): the certificate says \(words(own)), and the run gives \(words(other))"]
    }

    private static func words(_ json: JSON) -> String {
        json.isNull ? "nothing" : Prose.cut(json.text, to: 200)
    }
}
