/// Rows of values with commas between, as RFC 4180 has them, but with plain line ends.
package struct CSVText {
    package private(set) var text = ""
    private let columns: Int

    package init(columns: [String]) {
        self.columns = columns.count
        add(columns)
    }

    package mutating func add(_ values: [String]) {
        precondition(values.count == columns, "a row has a value for every column")
        text += values.map(Self.quoted).joined(separator: ",") + "\n"
    }

    /// What has commas, quotes or line ends is quoted; so is what a spreadsheet would take for a formula.
    private static func quoted(_ value: String) -> String {
        let special = value.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
        let isNumber = Double(value) != nil
        guard let first = value.unicodeScalars.first, !isNumber, "=+-@\t".unicodeScalars.contains(first) else {
            return special ? "\"" + value.replacing("\"", with: "\"\"") + "\"" : value
        }
        return "\"'" + value.replacing("\"", with: "\"\"") + "\""
    }
}
