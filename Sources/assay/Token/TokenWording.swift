import Evidence
import Reports
import Timing
import Tokens

/// Says in words what a token is and what is wrong with it.
struct TokenWording {
    var name: String
    var report: TokenReport
    var showsSecrets: Bool
    /// Columns that long lines are broken at; nil leaves a line for each finding, for tools that look for one.
    var width: Int?

    var headline: String {
        var text = "\(Self.line(name)): \(report.result.rawValue)"
        if let kind = report.kind { text += ", \(kind.phrase)" }
        return text
    }

    /// How the token is made and how long it is good for; a line each.
    var nature: [String] {
        var entries: [(String, String)] = []
        if let root = report.root { entries.append(("element", root)) }
        if let framing = report.framing { entries.append(("framing", Self.words(for: framing))) }
        if !report.wrappings.isEmpty {
            entries.append(("wrapped in", report.wrappings.map(Self.words).joined(separator: ", then ")))
        }
        if report.framing != nil { entries.append(("signature", signature)) }
        if let issued = report.issued { entries.append(("issued", Self.words(for: issued.instant()))) }
        if let milliseconds = report.lifetimeMilliseconds {
            entries.append(("good for", "\(Self.seconds(milliseconds)) s"))
        }
        if let expires = report.expires() {
            var text = Self.words(for: expires)
            if let other = report.expires(.gmt), other != expires {
                text += " (\(Self.words(for: other)) if in GMT)"
            }
            entries.append(("expires", text))
        }
        return Self.table(entries)
    }

    var values: [String] {
        Self.table(
            report.fields.map { field in
                let text = String(field.value)
                return (field.name, field.isSecret && !showsSecrets ? Redactor.digest(of: text) : text)
            })
    }

    /// Everything that was found, a line each, in the order of validation.
    var findings: [String] { Self.words(for: report.findings, width: width) }

    static func words(for findings: [TokenFinding], width: Int?) -> [String] {
        findings.map { finding in
            let origin = [finding.layer.name, finding.statement].compactMap(\.self).joined(separator: ", ")
            let text = line(
                "\(finding.severity.rawValue): \(finding.position) \(finding.path): \(finding.message) (\(origin))")
            guard let width else { return "  " + text }
            return Prose.indented(Prose.wrapped(text, width: width - 2, indent: 2), by: 2)
        }
    }

    private var signature: String {
        guard let bytes = report.signatureBytes else { return "not base64" }
        return switch report.signature {
        case .unchecked: "\(bytes) bytes, not checked: no key was given"
        case .holds(let algorithm, let bits): "\(bytes) bytes, holds: \(algorithm) with a key of \(bits) bits"
        case .broken: "\(bytes) bytes, is not that of the key"
        }
    }

    private static func table(_ entries: [(String, String)]) -> [String] {
        let width = entries.map(\.0.count).max() ?? 0
        return entries.map { label, text in
            let shown = text.isEmpty ? "(empty)" : text
            return "  \(label)\(String(repeating: " ", count: width - label.count))  \(line(shown))"
        }
    }

    /// What comes from a token cannot begin a line of ours, nor tell a terminal anything.
    static func line(_ text: String) -> String {
        Prose.printable(String(text.map { $0.isNewline ? " " : $0 }))
    }

    private static func words(for framing: TokenFraming) -> String {
        switch framing {
        case .reopened: "<signatureInfo>…<signatureInfo>, as all tokens of the field"
        case .closed: "<signatureInfo>…</signatureInfo>, properly closed"
        }
    }

    private static func words(for wrapping: TokenWrapping) -> String {
        switch wrapping {
        case .base64: "base64"
        case .escaped: "XML escapes"
        case .envelope: "a service's answer"
        case .whiteSpace: "white space"
        }
    }

    static func words(for time: WallTime) -> String {
        TokenDate(time, form: .issue).text
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = milliseconds % 1_000
        guard rest != 0 else { return "\(milliseconds / 1_000)" }
        let digits = String(rest)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
