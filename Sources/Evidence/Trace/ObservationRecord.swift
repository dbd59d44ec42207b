package import Documents
internal import Timing

/// An observation as one line of a trace file: a JSON object.
///
/// What is written is read back as the same observation. Values of calls and callbacks are spelled as in the
/// adapter protocol.
package enum ObservationRecord {
    /// Appends the observation and a line end.
    package static func write(_ observation: Observation, into writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(written: #""seq":"#, Int64(observation.sequence))
            writer.member(written: #","at":"#, observation.time.nanoseconds)
            writer.member(written: #","session":"#, observation.session.name)
            EventRecord.write(observation.event, into: &writer)
        }
        writer.endLine()
    }

    /// Reads one line, without its line end; `number` counts the lines of the file from 1.
    package static func read(_ line: [UInt8], file: String, number: Int) throws(Diagnostic) -> Observation {
        let limits = JSON.Limits(allowsDuplicateKeys: true)
        let json = try JSON.parse(line, file: file, firstLine: number, limits: limits)
        do throws(RecordError) {
            var fields = try RecordFields(json)
            let observation = Observation(
                sequence: try fields.count("seq"), time: try fields.integer("at").reading,
                session: SessionID(try fields.string("session")), event: try EventRecord.read(&fields))
            try fields.finish()
            return observation
        } catch {
            throw Diagnostic(file: file, mark: Mark(line: number, column: 1), message: error.message)
        }
    }
}
