internal import CXML2

/// Receives a document's parts in order, from the callbacks of one parse on one thread.
///
/// Subclasses overwrite what they need. The parse ends early once `failure` is set.
class SAXHandler {
    typealias Name = UnsafePointer<xmlChar>

    let limits: XMLLimits
    var failure: XMLError?
    private var depth = 0
    private var elements = 0

    init(limits: XMLLimits) {
        self.limits = limits
    }

    /// - Parameters:
    ///   - name: the local name, unique in memory for its text as long as the parse lasts.
    ///   - attributes: as the library has them, five pointers each.
    func start(_ name: Name, namespace: Name?, attributes: SAXAttributes, at position: @autoclosure () -> XMLPosition) {
    }
    func end(_ name: Name) {}
    func characters(_ text: UnsafeBufferPointer<UInt8>) {}

    /// Whether the element may begin; sets the failure when it may not.
    final func admit(at position: @autoclosure () -> XMLPosition) -> Bool {
        depth += 1
        elements += 1
        if depth > limits.depth {
            failure = XMLError(
                code: .tooDeep, message: "elements are nested more than \(limits.depth) deep", position: position())
        } else if elements > limits.elements {
            failure = XMLError(
                code: .tooManyElements, message: "more than \(limits.elements) elements", position: position())
        }
        return failure == nil
    }

    final func leave() {
        depth -= 1
    }
}

/// The attributes of one start tag, valid during the callback only.
@safe
struct SAXAttributes {
    private let raw: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    let count: Int

    init(_ raw: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int32) {
        unsafe self.raw = raw
        self.count = Int(count)
    }

    func all() -> [XMLAttribute] {
        guard let raw = unsafe raw else { return [] }
        return (0..<count).compactMap { index in
            let entry = unsafe raw + 5 * index
            guard let name = unsafe entry[0], let start = unsafe entry[3], let end = unsafe entry[4] else { return nil }
            return unsafe XMLAttribute(
                name: String(cString: name), namespace: entry[2].map { unsafe String(cString: $0) },
                value: value(UnsafeBufferPointer(start: start, count: end - start)))
        }
    }

    /// The library, as long as it substitutes no entities, writes every ampersand of a value as `&#38;` and only those.
    private func value(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard unsafe bytes.contains(UInt8(ascii: "&")) else { return unsafe String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = unsafe bytes[index]
            text.append(byte)
            index += byte == UInt8(ascii: "&") ? "&#38;".utf8.count : 1
        }
        return String(decoding: text, as: UTF8.self)
    }
}
