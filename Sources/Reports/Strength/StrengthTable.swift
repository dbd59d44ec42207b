internal import Evidence
/// The kill matrix as comma-separated values: a line for each case that caught a port, and one for each port not caught.
package enum StrengthTable {
    package static func bytes(_ matrix: KillMatrix) -> [UInt8] {
        var lines = [["mutant", "status", "case", "contract", "reason", "manner", "statements", "breaks"]]
        for row in matrix.rows {
            let breaks = row.cites.joined(separator: " ")
            if row.kills.isEmpty { lines.append([row.id, row.status.rawValue, "", "", "", "", "", breaks]) }
            for kill in row.kills {
                lines.append([
                    row.id, row.status.rawValue, kill.caseID, kill.contractID, kill.isRight ? "right" : "other",
                    kill.manner.rawValue, kill.statements.joined(separator: " "), breaks,
                ])
            }
        }
        return text(lines)
    }

    /// A line for each case that a right port does not pass, and one for each port that passes all.
    package static func bytes(_ matrix: VariantMatrix) -> [UInt8] {
        var lines = [["variant", "passed", "case", "as", "outcome", "statements", "message", "allowed by"]]
        for row in matrix.rows {
            let start = [row.id, "\(row.passes)"]
            let grounds = row.grounds.joined(separator: " ")
            if row.notPassed.isEmpty { lines.append(start + ["", "", "", "", "", grounds]) }
            for result in row.notPassed {
                lines.append(
                    start + [
                        result.caseID, result.leg, result.outcome.rawValue,
                        result.statements.joined(separator: " "), result.message, grounds,
                    ])
            }
        }
        return text(lines)
    }

    private static func text(_ lines: [[String]]) -> [UInt8] {
        Array(lines.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined().utf8)
    }

    /// Quoted as RFC 4180 asks, where it must be.
    private static func field(_ text: String) -> String {
        // A mark on a quote makes another character of it, and no other byte.
        let scalars = text.unicodeScalars
        guard scalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        let parts = scalars.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        return "\"" + parts.joined(separator: "\"\"") + "\""
    }
}
