internal import CXML2

/// A compiled XML Schema with everything one thread needs to check documents against it at the library's own speed.
///
/// Compiling takes 0.2 to 0.5 ms, a document of a kilobyte a few microseconds, because the parser and the validator
/// are made once. An instance is therefore used by one thread at a time; it may move between threads.
/// Sharing one compiled schema between threads is not promised by the library, so every instance compiles its own.
@safe
package final class XMLSchema {
    /// One element without child elements, whose name was asked for.
    package struct Value: Sendable, Hashable {
        /// Index into the names given at the start.
        package var name: Int
        package var text: String

        package init(name: Int, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// What a document was found to be.
    package enum Outcome: Sendable, Hashable {
        /// The root's name as it is in the document, and the values of the elements asked for, in document order.
        case valid(root: String, values: [Value])
        /// What the library said, in its own words, at most so many as `complaintLimit`.
        case invalid([String])
        /// Not well-formed, or not acceptable; `XMLReader` says why and where.
        case unreadable
    }

    /// More complaints about one document tell nobody more.
    package static let complaintLimit = 64

    private let schema: xmlSchemaPtr
    private let validator: xmlSchemaValidCtxtPtr
    private var parser: xmlParserCtxtPtr
    private let complaints: Complaints
    private let names: [String]
    /// The parser's own copies of the names, which it keeps at one address as long as it lives.
    private var addresses: [UnsafePointer<xmlChar>?] = unsafe []
    private var root: (address: UnsafePointer<xmlChar>, text: String)?

    /// Compiles the schema.
    ///
    /// - Parameters:
    ///   - source: the text of the schema; it may not include or import another.
    ///   - elements: the names of the elements whose values are wanted.
    package init(_ source: [UInt8], elements: [String] = []) throws(XMLError) {
        precondition(LibXML.ready)
        let complaints = Complaints()
        self.complaints = complaints
        let compiled = unsafe source.withUnsafeBytes { buffer in
            unsafe Self.compile(buffer, complaints: complaints)
        }
        guard let compiled = unsafe compiled, let validator = unsafe xmlSchemaNewValidCtxt(compiled) else {
            throw XMLError(
                code: .schema, message: complaints.messages.first ?? "the schema cannot be compiled", position: .start)
        }
        unsafe schema = compiled
        unsafe self.validator = validator
        names = elements
        unsafe parser = Self.makeParser()
        unsafe xmlSchemaSetValidStructuredErrors(
            validator, collectComplaint, Unmanaged.passUnretained(complaints).toOpaque())
    }

    deinit {
        unsafe xmlFreeParserCtxt(parser)
        unsafe xmlSchemaFreeValidCtxt(validator)
        unsafe xmlSchemaFree(schema)
    }

    /// Parses and validates the document and reads its values.
    package func check(_ bytes: UnsafeBufferPointer<UInt8>, limits: XMLLimits) -> Outcome {
        do throws(XMLError) { try unsafe XMLGate.check(bytes, limits: limits) } catch { return .unreadable }
        renewParserIfGrown()
        let document = unsafe bytes.withMemoryRebound(to: CChar.self) { text in
            unsafe xmlCtxtReadMemory(parser, text.baseAddress, Int32(text.count), nil, nil, LibXML.options)
        }
        guard let document = unsafe document else { return .unreadable }
        defer { unsafe xmlFreeDoc(document) }
        // A stopped parse still gives a document that claims to be well-formed; only the error number tells.
        guard unsafe parser.pointee.errNo == 0, let root = unsafe xmlDocGetRootElement(document),
            unsafe root.pointee.prev == nil, unsafe root.pointee.next == nil
        else { return .unreadable }
        complaints.messages.removeAll(keepingCapacity: true)
        guard unsafe xmlSchemaValidateDoc(validator, document) == 0 else { return .invalid(complaints.messages) }
        return unsafe .valid(root: name(of: root), values: values(in: root))
    }

    package func check(_ bytes: [UInt8], limits: XMLLimits) -> Outcome {
        unsafe bytes.withUnsafeBufferPointer { unsafe check($0, limits: limits) }
    }

    private static func compile(_ source: UnsafeRawBufferPointer, complaints: Complaints) -> xmlSchemaPtr? {
        let text = unsafe source.assumingMemoryBound(to: CChar.self).baseAddress
        guard let context = unsafe xmlSchemaNewMemParserCtxt(text, Int32(source.count)) else { return nil }
        defer { unsafe xmlSchemaFreeParserCtxt(context) }
        unsafe xmlSchemaSetParserStructuredErrors(
            context, collectComplaint, Unmanaged.passUnretained(complaints).toOpaque())
        // The parser of the schema's own text knows no handler but the thread's.
        unsafe xmlSetStructuredErrorFunc(Unmanaged.passUnretained(complaints).toOpaque(), collectComplaint)
        defer { xmlSetStructuredErrorFunc(nil, nil) }
        return unsafe xmlSchemaParse(context)
    }

    private static func makeParser() -> xmlParserCtxtPtr {
        guard let parser = unsafe xmlNewParserCtxt() else { preconditionFailure("no memory for a parser") }
        unsafe parser.pointee.sax.pointee.internalSubset = { context, _, _, _ in
            guard let context = unsafe context else { return }
            unsafe xmlStopParser(context.assumingMemoryBound(to: xmlParserCtxt.self))
        }
        unsafe parser.pointee.sax.pointee.serror = { _, _ in }
        return unsafe parser
    }

    /// The parser keeps every name it ever saw; documents full of new names would make it grow for ever.
    private func renewParserIfGrown() {
        guard unsafe xmlDictSize(parser.pointee.dict) > 4_096 else { return }
        unsafe xmlFreeParserCtxt(parser)
        unsafe parser = Self.makeParser()
        unsafe addresses = []
        unsafe root = nil
    }

    private func name(of node: xmlNodePtr) -> String {
        guard let address = unsafe node.pointee.name else { return "" }
        if let root = unsafe root, unsafe root.address == address { return unsafe root.text }
        let text = unsafe String(cString: address)
        unsafe root = (address, text)
        return text
    }

    private func values(in root: xmlNodePtr) -> [Value] {
        if unsafe addresses.isEmpty {
            unsafe addresses = names.map { unsafe xmlDictLookup(parser.pointee.dict, $0, -1) }
        }
        var values: [Value] = []
        values.reserveCapacity(names.count)
        var node = unsafe root.pointee.children
        while let current = unsafe node {
            if unsafe current.pointee.type == XML_ELEMENT_NODE {
                // Wanted elements are all leaves; any other element is looked into, without recursion.
                if let name = unsafe addresses.firstIndex(of: current.pointee.name) {
                    values.append(unsafe Value(name: name, text: text(of: current)))
                } else if let child = unsafe current.pointee.children {
                    unsafe node = child
                    continue
                }
            }
            unsafe node = next(after: current, within: root)
        }
        return values
    }

    private func next(after node: xmlNodePtr, within root: xmlNodePtr) -> xmlNodePtr? {
        var node = unsafe node
        while true {
            if let next = unsafe node.pointee.next { return unsafe next }
            guard let parent = unsafe node.pointee.parent, unsafe parent != root else { return nil }
            unsafe node = parent
        }
    }

    private func text(of node: xmlNodePtr) -> String {
        guard let first = unsafe node.pointee.children else { return "" }
        if unsafe first.pointee.next == nil && first.pointee.type == XML_TEXT_NODE {
            return unsafe String(cString: first.pointee.content)
        }
        var text = ""
        var child: xmlNodePtr? = unsafe first
        while let current = unsafe child {
            if unsafe current.pointee.type == XML_TEXT_NODE || current.pointee.type == XML_CDATA_SECTION_NODE {
                text += unsafe String(cString: current.pointee.content)
            }
            unsafe child = current.pointee.next
        }
        return text
    }
}

/// What the library said about one document, in its words.
private final class Complaints {
    var messages: [String] = []
}

private func collectComplaint(_ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<xmlError>?) {
    guard let context = unsafe context, let error = unsafe error else { return }
    let complaints = unsafe Unmanaged<Complaints>.fromOpaque(context).takeUnretainedValue()
    guard complaints.messages.count < XMLSchema.complaintLimit else { return }
    complaints.messages.append(unsafe XMLError(error.pointee).message)
}
