internal import Documents
internal import Encodings
internal import HTTPServer
internal import XML

/// The values in the body of a request, in whatever form it is written, each with its name.
///
/// What is inside a JSON or XML document is called by the path to it, such as `options.visitor` or `resources.0`.
///
/// Of a body whose names and values are more than ``RequestFacts/maxRecordedBytes`` the rest is left out, so that paths to
/// a million values are not put together.
struct RecordedBody {
    private(set) var fields: [(name: String, value: String)] = []
    /// Bytes of names and values.
    private var room = RequestFacts.maxRecordedBytes

    init(_ request: ServerRequest, form: FormFields) {
        let type = request.headers["content-type"] ?? ""
        switch request.body.first {
        case nil: return
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let document = try? JSON.parse(request.body) { add(document, []) }
        case UInt8(ascii: "<"):
            if let root = try? XMLReader.read(request.body) { add(root, [Self.shortened(root.name)]) }
        case UInt8(ascii: "-"):
            if let boundary = Self.parameter("boundary", of: type) { addParts(of: request.body, between: boundary) }
        default: break
        }
        guard fields.isEmpty else { return }
        for field in form.fields where room > 0 { add(field.value, named: field.name) }
    }

    /// What is in the JSON document that a field's value is, as it is or in Base64; nothing where it is none.
    static func members(of value: String, named name: String) -> [(name: String, value: String)] {
        guard let document = json(value.utf8.first ?? 0, value) else { return [] }
        var body = RecordedBody()
        body.add(document, [name])
        return body.fields
    }

    private static func json(_ first: UInt8, _ value: String) -> JSON? {
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try? JSON.parse(Array(value.utf8))
        // In Base64 a text that begins with `{` begins with `e`, and one with `[` with `W`.
        case UInt8(ascii: "e"), UInt8(ascii: "W"):
            guard let bytes = Base64.decode(value) ?? Base64.decodeURLSafe(value), let first = bytes.first else {
                return nil
            }
            return [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first) ? try? JSON.parse(bytes) : nil
        default: return nil
        }
    }

    private init() {}

    private mutating func add(_ value: JSON, _ path: [String]) {
        switch value {
        case .object(let object):
            for member in object.members where room > 0 { add(member.value, path + [Self.shortened(member.key)]) }
        case .array(let items):
            for (index, item) in items.enumerated() {
                guard room > 0 else { return }
                add(item, path + [String(index)])
            }
        case .string(let text): add(text, path)
        case .int(let number): add(String(number), path)
        case .double(let number): add(String(number), path)
        case .bool(let flag): add(String(flag), path)
        case .null: break
        }
    }

    private mutating func add(_ element: XMLElement, _ path: [String]) {
        for attribute in element.attributes where room > 0 {
            add(attribute.value, path + [Self.shortened(attribute.name)])
        }
        let inner = element.elements
        if inner.isEmpty { add(element.text, path) }
        for child in inner where room > 0 { add(child, path + [Self.shortened(child.name)]) }
    }

    private mutating func add(_ text: String, _ path: [String]) {
        add(text, named: path.joined(separator: "."))
    }

    private mutating func add(_ text: String, named name: String) {
        guard room > 0 else { return }
        room -= 1 + name.utf8.count + min(text.utf8.count, RequestFacts.maxRecordedValueBytes)
        fields.append((name, text))
    }

    private static func shortened(_ name: String) -> String {
        name.cut(toBytes: RequestFacts.maxRecordedNameBytes)
    }

    /// The parts of a body of type `multipart/form-data` (RFC 7578), whose boundary has at most 70 characters (RFC 2046).
    ///
    /// Bytes are sought: a body of hyphens is compared with a boundary of hyphens at every place, on the only thread.
    private mutating func addParts(of body: [UInt8], between boundary: String) {
        guard boundary.utf8.count <= 70 else { return }
        let delimiter = "--" + boundary
        var rest = body[...]
        while room > 0, !rest.isEmpty {
            let end = rest.firstRange(ofBytes: delimiter) ?? rest.endIndex..<rest.endIndex
            let part = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            rest = rest[end.upperBound...]
            guard let gap = part.firstRange(ofBytes: "\r\n\r\n"),
                let name = Self.parameter("name", of: String(part[..<gap.lowerBound]))
            else { continue }
            add(String(part[gap.upperBound...].dropLast(part.hasSuffix("\r\n") ? 1 : 0)), named: name)
        }
    }

    /// The value of `name=` in a header, with or without quotes.
    private static func parameter(_ name: String, of header: String) -> String? {
        for piece in header.split(whereSeparator: { ";\r\n".contains($0) }) {
            let sides = piece.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0].filter({ $0 != " " }).lowercased() == name else { continue }
            return sides[1].filter { $0 != "\"" }
        }
        return nil
    }
}
