internal import Documents

/// The members of a record of a token that was seen; what is not known is left out.
enum TokenSightingRecord {
    static func write(_ sighting: TokenSighting, into writer: inout JSONWriter) {
        writer.member("place", sighting.place.rawValue)
        if let exchange = sighting.exchange { writer.member("exchange", Int64(bitPattern: exchange)) }
        writer.member("digest", sighting.digest)
        if let kind = sighting.kind { writer.member("kind", kind.rawValue) }
        writer.member("result", sighting.result)
        for (key, path) in texts {
            if let text = sighting[keyPath: path] { writer.member(key, text) }
        }
        if let remaining = sighting.remaining { writer.member("remaining-ms", remaining) }
        if let isOfDevice = sighting.isOfDevice { writer.member("of-device", isOfDevice) }
        if sighting.isFaulty { writer.member("faulty", true) }
        writer.key("remarks")
        writer.array { writer in
            for remark in sighting.remarks {
                writer.object { writer in
                    writer.member("severity", remark.severity.rawValue)
                    if let statement = remark.statement { writer.member("statement", statement) }
                    writer.member("path", remark.path)
                    writer.member("message", remark.message)
                }
            }
        }
    }

    static func read(_ fields: inout RecordFields) throws(RecordError) -> TokenSighting {
        var sighting = TokenSighting(
            try fields.word("place"), digest: try fields.string("digest"), kind: nil,
            result: try fields.string("result"))
        if fields.has("exchange") { sighting.exchange = try fields.bits("exchange") }
        if fields.has("kind") { sighting.kind = try fields.word("kind") }
        for (key, path) in texts where fields.has(key) { sighting[keyPath: path] = try fields.string(key) }
        if fields.has("remaining-ms") { sighting.remaining = try fields.milliseconds("remaining-ms") }
        if fields.has("of-device") { sighting.isOfDevice = try fields.flag("of-device") }
        // Older traces call it spoiled.
        for key in ["faulty", "spoiled"] where fields.has(key) { sighting.isFaulty = try fields.flag(key) }
        guard let remarks = try fields.json("remarks").array else {
            throw RecordError(message: "'remarks': expected an array")
        }
        for json in remarks {
            var members = try RecordFields(json)
            var remark = TokenSighting.Remark(
                try members.word("severity"), path: try members.string("path"), message: try members.string("message"))
            if members.has("statement") { remark.statement = try members.string("statement") }
            try members.finish()
            sighting.remarks.append(remark)
        }
        return sighting
    }

    private typealias TextPath = any WritableKeyPath<TokenSighting, String?> & Sendable

    private static let texts: [(key: String, path: TextPath)] = [
        ("requestor", \.requestor), ("resource", \.resource), ("mvpd", \.mvpd), ("guid", \.guid),
    ]
}
