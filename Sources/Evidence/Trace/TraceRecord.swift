package import Documents

/// A trace as a file of one line for each observation, in the order of their numbers.
package enum TraceRecord {
    /// Named by the line of a run's header.
    package static let schema = "assay/trace/2"

    /// Reads a whole file; `file` is what mistakes call it.
    ///
    /// A last line that was cut short, because the run was ended from outside while it was being written, is
    /// left out and told in `note`. Any other line that is wrong is a mistake, and so is one that is missing, which
    /// the numbers tell: what was not seen must not look like what did not happen. All are told at once.
    package static func read(
        _ bytes: [UInt8], file: String
    ) throws(DiagnosticList) -> (trace: Trace, note: Diagnostic?) {
        try checkSchema(bytes, file)
        let diagnostics = Diagnostics()
        var trace = Trace()
        var note: Diagnostic?
        var last = -1
        for (number, line) in Lines(bytes: bytes).enumerated() {
            do throws(Diagnostic) {
                let observation = try ObservationRecord.read(Array(line.bytes), file: file, number: number + 1)
                guard observation.sequence == last + 1 else {
                    let message =
                        observation.sequence > last
                        ? "\(observation.sequence - last - 1) observations are missing before number \(observation.sequence)"
                        : "the number \(observation.sequence) comes after \(last)"
                    last = observation.sequence
                    throw Diagnostic(file: file, mark: Mark(line: number + 1, column: 1), message: message)
                }
                last = observation.sequence
                trace.observations.append(observation)
            } catch {
                if line.isWhole {
                    diagnostics.report(error)
                } else {
                    note = Diagnostic(
                        file: file, mark: error.mark, message: "the last line was cut short, and is left out")
                }
            }
        }
        try diagnostics.throwIfAny()
        return (trace, note)
    }

    /// Refuses a trace of another release in one sentence, before all that is different in it.
    private static func checkSchema(_ bytes: [UInt8], _ file: String) throws(DiagnosticList) {
        var lines = Lines(bytes: bytes)
        guard let line = lines.next(), let first = try? JSON.parse(Array(line.bytes)),
            first["event"]?.string == EventRecord.runStarted.rawValue, first["schema"]?.string != schema
        else { return }
        let message =
            "this is no trace of the schema \(schema), which names what each step took: run the cases again with this release"
        throw DiagnosticList(
            diagnostics: [Diagnostic(file: file, mark: Mark(line: 1, column: 1), message: message)])
    }

    package static func bytes(of trace: Trace) -> [UInt8] {
        var writer = JSONWriter()
        for observation in trace.observations { ObservationRecord.write(observation, into: &writer) }
        return writer.bytes
    }

    /// The lines of some bytes, without their ends; the last is whole only if it has one.
    private struct Lines: Sequence, IteratorProtocol {
        let bytes: [UInt8]
        var start = 0

        mutating func next() -> (bytes: ArraySlice<UInt8>, isWhole: Bool)? {
            guard start < bytes.count else { return nil }
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            defer { start = end.map { $0 + 1 } ?? bytes.count }
            return (bytes[start..<(end ?? bytes.count)], end != nil)
        }
    }
}
