import Documents
import Evidence
import Timing
import Tokens
import XML

/// A token's report as a line of JSON, as Specs/schema/token.schema.json describes it.
enum TokenJSON {
    static func line(_ input: TokenInput, _ report: TokenReport, showsSecrets: Bool) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("source", input.source)
            if let line = input.line { writer.member("line", line) }
            writer.member("result", report.result.rawValue)
            writer.member("valid", report.isValid)
            if let kind = report.kind { writer.member("kind", kind.rawValue) }
            if let root = report.root { writer.member("element", root) }
            if let framing = report.framing { writer.member("framing", framing.rawValue) }
            writer.key("wrappings")
            writer.array { for wrapping in report.wrappings { $0.value(wrapping.rawValue) } }
            write(report.signature, bytes: report.signatureBytes, into: &writer)
            write(times: report, into: &writer)
            writer.key("fields")
            writer.object { writer in
                for field in report.fields {
                    let text = String(field.value)
                    writer.member(field.name, field.isSecret && !showsSecrets ? Redactor.digest(of: text) : text)
                }
            }
            write(report.findings, into: &writer)
        }
        return text(&writer)
    }

    /// What is wrong with tokens that were given as those of one session.
    static func line(together findings: [TokenFinding], result: TokenResult) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("together", true)
            writer.member("result", result.rawValue)
            writer.member("valid", result == .valid)
            write(findings, into: &writer)
        }
        return text(&writer)
    }

    private static func text(_ writer: inout JSONWriter) -> String {
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ signature: TokenReport.Signature, bytes: Int?, into writer: inout JSONWriter) {
        writer.key("signature")
        writer.object { writer in
            if let bytes { writer.member("bytes", bytes) }
            switch signature {
            case .unchecked: writer.member("state", "unchecked")
            case .holds(let algorithm, let bits):
                writer.member("state", "holds")
                writer.member("algorithm", algorithm)
                writer.member("key-bits", bits)
            case .broken: writer.member("state", "broken")
            }
        }
    }

    private static func write(times report: TokenReport, into writer: inout JSONWriter) {
        if let issued = report.issued { writer.member("issued", TokenWording.words(for: issued.instant())) }
        if let lifetime = report.lifetimeMilliseconds { writer.member("lifetime-ms", lifetime) }
        guard let expires = report.expires() else { return }
        writer.member("expires", TokenWording.words(for: expires))
        if let other = report.expires(.gmt), other != expires {
            writer.member("expires-if-gmt", TokenWording.words(for: other))
        }
    }

    private static func write(_ findings: [TokenFinding], into writer: inout JSONWriter) {
        writer.key("findings")
        writer.array { writer in
            for finding in findings {
                writer.object { writer in
                    writer.member("severity", finding.severity.rawValue)
                    writer.member("layer", finding.layer.name)
                    writer.member("line", finding.position.line)
                    writer.member("column", finding.position.column)
                    writer.member("path", finding.path)
                    if let statement = finding.statement { writer.member("statement", statement) }
                    writer.member("message", finding.message)
                    if finding.severity == .error { writer.member("result", finding.result.rawValue) }
                }
            }
        }
    }
}
