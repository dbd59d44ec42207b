internal import CXML2

/// Runs documents through one parser with a schema plugged into its events, and keeps the values of wanted elements.
///
/// No tree is built. The state of a parse is a struct behind a pointer, because the callbacks of an object would
/// count references more than they read.
@safe
final class ValueCollector {
    enum Outcome {
        case valid, invalid, unreadable
    }

    private let names: [String]
    private var parser: xmlParserCtxtPtr
    private let state: UnsafeMutablePointer<State>
    /// What the library asks to be told by address, and to keep until the schema is unplugged.
    private let handler: UnsafeMutablePointer<xmlSAXHandler>
    private let handlerSlot: UnsafeMutablePointer<UnsafeMutablePointer<xmlSAXHandler>?>
    private let contextSlot: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init(names: [String]) {
        self.names = names
        guard let parser = unsafe xmlNewParserCtxt() else { preconditionFailure("no memory for a parser") }
        unsafe self.parser = parser
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: State(parser: parser, names: names))
        unsafe handler = .allocate(capacity: 1)
        unsafe handler.initialize(to: Self.callbacks)
        unsafe handlerSlot = .allocate(capacity: 1)
        unsafe handlerSlot.initialize(to: nil)
        unsafe contextSlot = .allocate(capacity: 1)
        unsafe contextSlot.initialize(to: nil)
    }

    deinit {
        unsafe xmlFreeParserCtxt(parser)
        unsafe state.pointee.release()
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
        unsafe handler.deallocate()
        unsafe handlerSlot.deallocate()
        unsafe contextSlot.deallocate()
    }

    func run(_ bytes: UnsafeBufferPointer<UInt8>, validator: xmlSchemaValidCtxtPtr) -> Outcome {
        renewParserIfGrown()
        // Read once: every look at a variable of an object is guarded.
        let parser = unsafe self.parser
        unsafe state.pointee.reset()
        unsafe handlerSlot.pointee = handler
        unsafe contextSlot.pointee = UnsafeMutableRawPointer(state)
        guard let plug = unsafe xmlSchemaSAXPlug(validator, handlerSlot, contextSlot) else { return .unreadable }
        defer { unsafe xmlSchemaSAXUnplug(plug) }
        if let plugged = unsafe handlerSlot.pointee { unsafe parser.pointee.sax.pointee = plugged.pointee }
        // The plug passes on everything but errors, which would go to the terminal.
        unsafe parser.pointee.sax.pointee.serror = { _, error in
            guard let error = unsafe error, unsafe error.pointee.level != XML_ERR_WARNING else { return }
            unsafe ValueCollector.end(error.pointee.ctxt?.assumingMemoryBound(to: xmlParserCtxt.self))
        }
        unsafe parser.pointee.userData = contextSlot.pointee
        guard unsafe parse(bytes, parser) else { return .unreadable }
        // A stopped parse still claims to be well-formed; only the error number tells.
        guard unsafe parser.pointee.errNo == 0, unsafe parser.pointee.wellFormed == 1, unsafe state.pointee.isPure
        else { return .unreadable }
        return unsafe xmlSchemaIsValid(validator) == 1 ? .valid : .invalid
    }

    /// As `xmlCtxtReadMemory` does, but from memory that is all there: the buffer the library would put in front of it
    /// is asked for more near every end of a tag, which takes a tenth of the time.
    private func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ parser: xmlParserCtxtPtr) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        let document = unsafe state.pointee.hold(start, count: bytes.count)
        unsafe xmlCtxtReset(parser)
        unsafe xmlCtxtUseOptions(parser, LibXML.options)
        guard let input = unsafe xmlNewInputStream(parser) else { preconditionFailure("no memory for a parser") }
        unsafe input.pointee.base = document
        unsafe input.pointee.cur = input.pointee.base
        unsafe input.pointee.end = input.pointee.base + bytes.count
        guard unsafe inputPush(parser, input) >= 0 else { preconditionFailure("no memory for a parser") }
        unsafe xmlParseDocument(parser)
        unsafe xmlFreeDoc(parser.pointee.myDoc)
        unsafe parser.pointee.myDoc = nil
        return true
    }

    /// Makes what is left of the document its end, so that one mistake is not followed by a hundred thousand.
    ///
    /// `xmlStopParser` would take the text away from the function that complains, which goes on reading it.
    private static func end(_ parser: xmlParserCtxtPtr?) {
        guard let input = unsafe parser?.pointee.input, unsafe input.pointee.buf == nil,
            let rest = unsafe UnsafeMutablePointer(mutating: input.pointee.cur), let end = unsafe input.pointee.end
        else { return }
        unsafe rest.update(repeating: 0, count: max(0, end - UnsafePointer(rest)))
    }

    /// The name of the last document's root.
    var root: String { unsafe state.pointee.rootText }

    /// The last document's values.
    var values: XMLSchema.Values { unsafe state.pointee.values }

    /// The parser keeps every name it ever saw; documents full of new names would make it grow for ever.
    private func renewParserIfGrown() {
        guard unsafe xmlDictSize(parser.pointee.dict) > 4_096 else { return }
        guard let fresh = unsafe xmlNewParserCtxt() else { preconditionFailure("no memory for a parser") }
        unsafe xmlFreeParserCtxt(parser)
        unsafe parser = fresh
        unsafe state.pointee.release()
        unsafe state.pointee = State(parser: fresh, names: names)
    }

    private static var callbacks: xmlSAXHandler {
        var sax = unsafe SAXParser.callbacks
        unsafe sax.internalSubset = { pointer, _, _, _ in unsafe State.at(pointer)?.pointee.refuse() }
        unsafe sax.startElementNs = { pointer, name, _, _, _, _, attributes, _, _ in
            guard let name = unsafe name else { return }
            unsafe State.at(pointer)?.pointee.start(name, hasAttributes: attributes > 0)
        }
        unsafe sax.endElementNs = { pointer, _, _, _ in unsafe State.at(pointer)?.pointee.end() }
        unsafe sax.characters = { pointer, text, count in
            guard let state = unsafe State.at(pointer), unsafe state.pointee.wanted >= 0, let text = unsafe text else {
                return
            }
            unsafe state.pointee.add(text, count: Int(count))
        }
        unsafe sax.ignorableWhitespace = sax.characters
        unsafe sax.cdataBlock = sax.characters
        unsafe sax.comment = { pointer, _ in unsafe State.at(pointer)?.pointee.aside() }
        unsafe sax.processingInstruction = { pointer, _, _ in unsafe State.at(pointer)?.pointee.aside() }
        return unsafe sax
    }
}

/// One parse in progress.
@safe
private struct State {
    typealias Name = UnsafePointer<xmlChar>

    private let parser: xmlParserCtxtPtr
    /// The parser's own copies of the names, which it keeps at one address as long as it lives.
    private let addresses: UnsafeMutablePointer<Name?>
    private let count: Int
    private var root: Name?
    private(set) var rootText = ""
    private var depth = 0
    /// Index of the wanted element that is open; -1 when none is.
    private(set) var wanted = -1
    /// Index of the name that is likely to come next.
    private var next = 0
    /// No comment, no instruction, no document type and no attribute.
    ///
    /// Readers differ in what text with a comment in it is; attributes of the schema's own language mean something, and
    /// no schema can forbid them.
    private(set) var isPure = true
    /// The texts of all wanted elements, one after the other.
    private var text = GrowingBuffer<UInt8>(capacity: 1_024)
    private var parts = GrowingBuffer<XMLSchema.Values.Part>(capacity: 16)
    /// The document, with the zero byte after it that tells the library where it ends.
    private var document = GrowingBuffer<UInt8>(capacity: 4_096)

    init(parser: xmlParserCtxtPtr, names: [String]) {
        unsafe self.parser = parser
        count = names.count
        unsafe addresses = .allocate(capacity: max(1, names.count))
        for (index, name) in names.enumerated() {
            unsafe (addresses + index).initialize(to: xmlDictLookup(parser.pointee.dict, name, -1))
        }
    }

    func release() {
        unsafe addresses.deallocate()
        text.release()
        parts.release()
        document.release()
    }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<State>? {
        unsafe pointer?.assumingMemoryBound(to: State.self)
    }

    mutating func reset() {
        depth = 0
        wanted = -1
        next = 0
        isPure = true
        text.removeAll()
        parts.removeAll()
    }

    var values: XMLSchema.Values {
        unsafe XMLSchema.Values(
            whole: String(decoding: text.elements, as: UTF8.self), parts: Array(parts.elements))
    }

    /// The bytes with a zero after them, until the next document.
    mutating func hold(_ bytes: UnsafePointer<UInt8>, count: Int) -> UnsafePointer<UInt8> {
        document.removeAll()
        unsafe document.append(bytes, count: count)
        document.append(0)
        return unsafe UnsafePointer(document.start)
    }

    mutating func refuse() {
        isPure = false
        unsafe xmlStopParser(parser)
    }

    mutating func aside() { isPure = false }

    mutating func start(_ name: Name, hasAttributes: Bool) {
        if hasAttributes { isPure = false }
        if depth == 0, unsafe root != name {
            unsafe root = name
            rootText = unsafe String(cString: name)
        }
        depth += 1
        wanted = -1
        // Good documents have the names in the order in which they are wanted.
        var index = next
        for _ in 0..<count {
            if index >= count { index = 0 }
            if unsafe addresses[index] == name {
                wanted = index
                next = index + 1
                return
            }
            index += 1
        }
    }

    mutating func end() {
        depth -= 1
        guard wanted >= 0 else { return }
        parts.append(XMLSchema.Values.Part(name: wanted, end: text.count))
        wanted = -1
    }

    mutating func add(_ part: UnsafePointer<UInt8>, count: Int) {
        unsafe text.append(part, count: count)
    }
}
