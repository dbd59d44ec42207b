internal import AdapterProtocol
internal import Documents
internal import Evidence

/// Lines of JSON with a meaning.
enum RecordProperty {
    static func objection(toLine bytes: [UInt8]) -> String? {
        guard let envelope = try? Envelope(line: bytes) else { return nil }
        let written = Array(envelope.line.dropLast())
        guard let again = try? Envelope(line: written), Array(again.line.dropLast()) == written else {
            return "a message is another one when it is read again"
        }
        switch envelope {
        case .notification(let method, let params): _ = try? PortNotification(method: method, params: params)
        case .request(_, let method, let params): _ = try? Request(method: method, params: params)
        case .response(_, .result(let result)): _ = try? InitializeResult(result)
        case .response: break
        }
        return nil
    }

    static func objection(toTrace bytes: [UInt8]) -> String? {
        guard let observation = try? ObservationRecord.read(bytes, file: "trace", number: 1) else { return nil }
        var writer = JSONWriter()
        ObservationRecord.write(observation, into: &writer)
        let line = writer.bytes.last == UInt8(ascii: "\n") ? Array(writer.bytes.dropLast()) : writer.bytes
        do throws(Diagnostic) {
            let again = try ObservationRecord.read(line, file: "trace", number: 1)
            return again == observation ? nil : "an observation is another one when it is read again"
        } catch {
            return "an observation that was written is none: \(error)"
        }
    }
}
