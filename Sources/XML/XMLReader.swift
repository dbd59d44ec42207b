internal import CXML2

/// Reads a document whole, as a tree of values.
///
/// Safe on hostile input: no network, no files, no document types, no entities but the five predefined
/// ones, and a limit on everything that could grow. Any thread; nothing is shared between calls.
package enum XMLReader {
    package static func read(_ bytes: [UInt8], limits: XMLLimits = .standard) throws(XMLError) -> XMLElement {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(XMLError) in
            try unsafe TreeBuilder(limits: limits).read(bytes)
        }
    }
}

/// Builds the tree of one document bottom up: an element is complete when its end tag comes.
@safe
private final class TreeBuilder {
    private let limits: XMLLimits
    private var context: xmlParserCtxtPtr?
    private var root: XMLElement?
    private var open: [XMLElement] = []
    private var text: [UInt8] = []
    private var elements = 0
    private var failure: XMLError?
    private var complaint: XMLError?

    init(limits: XMLLimits) {
        self.limits = limits
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLError) -> XMLElement {
        try unsafe XMLGate.check(bytes, limits: limits)
        let isWellFormed = unsafe SAXParser.run(bytes) { context in
            unsafe self.context = context
            unsafe context.pointee.sax.pointee = Self.callbacks
            unsafe context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
        }
        if let failure { throw failure }
        guard isWellFormed else { try unsafe XMLGate.refuse(bytes, complaint) }
        guard let root else {
            throw XMLError(code: .empty, message: "the document has no element", position: .start)
        }
        return root
    }

    private var position: XMLPosition {
        unsafe context.map { unsafe SAXParser.position(in: $0) } ?? .start
    }

    private func start(
        _ name: UnsafePointer<xmlChar>, namespace: UnsafePointer<xmlChar>?,
        _ attributes: @autoclosure () -> [XMLAttribute]
    ) {
        elements += 1
        guard open.count < limits.depth else {
            return fail(.tooDeep, "elements are nested more than \(limits.depth) deep")
        }
        guard elements <= limits.elements else {
            return fail(.tooManyElements, "more than \(limits.elements) elements")
        }
        closeText()
        unsafe open.append(
            XMLElement(
                name: String(cString: name), namespace: namespace.map { unsafe String(cString: $0) },
                attributes: attributes(), position: position))
    }

    private func end() {
        closeText()
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(.element(element))
        }
    }

    private func closeText() {
        guard !text.isEmpty, !open.isEmpty else { return }
        open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll(keepingCapacity: true)
    }

    private func fail(_ code: XMLError.Code, _ message: String) {
        failure = XMLError(code: code, message: message, position: position)
        unsafe xmlStopParser(context)
    }

    /// The attributes of a start tag, which the library has as five pointers each.
    private static func attributes(
        _ raw: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int32
    ) -> [XMLAttribute] {
        guard let raw = unsafe raw else { return [] }
        return (0..<Int(count)).compactMap { index in
            let entry = unsafe raw + 5 * index
            guard let name = unsafe entry[0], let start = unsafe entry[3], let end = unsafe entry[4] else { return nil }
            return unsafe XMLAttribute(
                name: String(cString: name), namespace: entry[2].map { unsafe String(cString: $0) },
                value: value(UnsafeBufferPointer(start: start, count: end - start)))
        }
    }

    /// The library, as long as it substitutes no entities, writes every ampersand of a value as `&#38;` and only those.
    private static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
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

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> TreeBuilder? {
        unsafe pointer.map { unsafe Unmanaged<TreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private static var callbacks: xmlSAXHandler {
        var sax = unsafe SAXParser.callbacks
        unsafe sax.internalSubset = { pointer, _, _, _ in
            unsafe TreeBuilder.of(pointer)?.fail(.doctype, SAXParser.noDoctype)
        }
        unsafe sax.startElementNs = { pointer, name, _, uri, _, _, count, _, attributes in
            guard let name = unsafe name else { return }
            unsafe TreeBuilder.of(pointer)?.start(
                name, namespace: uri, TreeBuilder.attributes(attributes, count: count))
        }
        unsafe sax.endElementNs = { pointer, _, _, _ in unsafe TreeBuilder.of(pointer)?.end() }
        unsafe sax.characters = { pointer, text, count in
            unsafe TreeBuilder.of(pointer)?.text.append(
                contentsOf: UnsafeBufferPointer(start: text, count: Int(count)))
        }
        unsafe sax.ignorableWhitespace = sax.characters
        unsafe sax.cdataBlock = sax.characters
        unsafe sax.serror = { pointer, error in
            guard let tree = unsafe TreeBuilder.of(pointer), tree.complaint == nil else { return }
            tree.complaint = unsafe SAXParser.complaint(error)
        }
        return unsafe sax
    }
}
