/// A mistake in an input file, and where it is.
package struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    package var file: String
    /// Absent when the mistake is the whole file's.
    package var mark: Mark?
    package var message: String

    package init(file: String, mark: Mark?, message: String) {
        self.file = file
        self.mark = mark
        self.message = message
    }

    /// `file:line:column: message`, as editors and terminals understand it.
    package var description: String {
        // Both may quote what came from outside.
        guard let mark else { return "\(file): \(message)".displayed }
        return "\(file):\(mark): \(message)".displayed
    }
}

/// The mistakes found so far in any number of files.
///
/// Confined to one task: readers add to it while they walk, and the caller asks at the end.
package final class Diagnostics {
    private var found: [Diagnostic] = []

    package init() {}

    package var isEmpty: Bool { found.isEmpty }

    /// Every mistake once, by file and then by place.
    package var sorted: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return found.filter { seen.insert($0).inserted }.sorted { left, right in
            guard left.file == right.file else { return left.file < right.file }
            guard left.mark == right.mark else {
                return left.mark ?? Mark(line: 0, column: 0) < right.mark ?? Mark(line: 0, column: 0)
            }
            return left.message < right.message
        }
    }

    package func report(_ diagnostic: Diagnostic) {
        found.append(diagnostic)
    }

    package func report(_ message: String, file: String, at mark: Mark?) {
        found.append(Diagnostic(file: file, mark: mark, message: message))
    }

    /// Throws all mistakes at once, when there is one.
    package func throwIfAny() throws(DiagnosticList) {
        guard found.isEmpty else { throw DiagnosticList(diagnostics: sorted) }
    }
}

/// All mistakes of the input files, in order.
package struct DiagnosticList: Error, Sendable, Hashable, CustomStringConvertible {
    package var diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    package var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }

    /// The first so many, and how many more there are.
    package func first(_ count: Int) -> String {
        let lines = diagnostics.prefix(count).map(\.description)
        let rest = diagnostics.count - lines.count
        return (lines + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
    }
}
