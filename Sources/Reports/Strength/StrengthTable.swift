/// The kill matrix as comma-separated values: a line for each case that caught a port, and one for each port not caught.
package enum StrengthTable {
    package static func bytes(_ matrix: KillMatrix) -> [UInt8] {
        var lines = [["deviation", "fate", "case", "contract", "reason", "manner", "statements", "breaks"]]
        for row in matrix.rows {
            let breaks = row.cites.joined(separator: " ")
            if row.kills.isEmpty { lines.append([row.id, row.fate.rawValue, "", "", "", "", "", breaks]) }
            for kill in row.kills {
                lines.append([
                    row.id, row.fate.rawValue, kill.caseID, kill.contractID, kill.isRight ? "right" : "other",
                    kill.manner.rawValue, kill.statements.joined(separator: " "), breaks,
                ])
            }
        }
        return Array(lines.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined().utf8)
    }

    /// Quoted as RFC 4180 asks, where it must be.
    private static func field(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
