internal import CXML2

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Runs one document through the library and its parts into a handler.
enum SAXParser {
    static func parse(_ bytes: [UInt8], into handler: SAXHandler) throws(XMLError) {
        let failure = unsafe bytes.withUnsafeBufferPointer { buffer -> XMLError? in
            do throws(XMLError) {
                try unsafe parse(buffer, into: handler)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// - Throws: the handler's failure, or the library's first complaint.
    static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, into handler: SAXHandler
    ) throws(XMLError) {
        try unsafe XMLGate.check(bytes, limits: handler.limits)
        let parse = SAXParse(handler: handler)
        let isWellFormed = unsafe run(bytes) { context in
            unsafe parse.context = context
            unsafe context.pointee.sax.pointee = SAXParse.callbacks
            unsafe context.pointee.userData = Unmanaged.passUnretained(parse).toOpaque()
        } finish: {
            $0
        }
        if let failure = handler.failure { throw failure }
        guard !isWellFormed else { return }
        try unsafe XMLGate.explain(bytes)
        throw parse.complaint ?? XMLError(code: .malformed, message: "not well-formed", position: .start)
    }

    /// Parses with the callbacks `prepare` sets, and tells `finish` whether the document is well-formed to its end.
    ///
    /// The parser, and with it the names it handed out, lives until `finish` returns.
    static func run<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, prepare: (xmlParserCtxtPtr) -> Void, finish: (Bool) -> Result
    ) -> Result {
        let context = unsafe ParserPool.take()
        unsafe prepare(context)
        var feed = unsafe Feed(context: context, rest: bytes)
        let document = unsafe withUnsafeMutablePointer(to: &feed) { feed in
            unsafe xmlCtxtReadIO(context, Feed.read, nil, feed, nil, nil, LibXML.options)
        }
        unsafe xmlFreeDoc(document)
        // A parse that was stopped still claims to be well-formed; only the error number tells.
        let isSound = unsafe context.pointee.errNo == 0 && context.pointee.wellFormed == 1
        defer { unsafe ParserPool.giveBack(context, isSound: isSound) }
        return finish(isSound)
    }

    /// Hands the document over piece by piece, and no more of it once there is something wrong.
    ///
    /// What follows is of no use, and may be as wrong again a hundred thousand times. The parser itself cannot be stopped
    /// where it complains: `xmlStopParser` frees what the complaining function goes on reading.
    @safe private struct Feed {
        let context: xmlParserCtxtPtr
        var rest: UnsafeBufferPointer<UInt8>

        static let read: xmlInputReadCallback = { feed, buffer, room in
            guard let feed = unsafe feed?.assumingMemoryBound(to: Feed.self), let buffer = unsafe buffer, room > 0,
                unsafe feed.pointee.context.pointee.errNo == 0, let start = unsafe feed.pointee.rest.baseAddress
            else { return 0 }
            let count = unsafe min(Int(room), feed.pointee.rest.count)
            unsafe memcpy(buffer, start, count)
            unsafe feed.pointee.rest = UnsafeBufferPointer(rebasing: feed.pointee.rest[count...])
            return Int32(count)
        }
    }

    /// Where the tag starts whose callback is running.
    static func position(in context: xmlParserCtxtPtr) -> XMLPosition {
        guard let input = unsafe context.pointee.input, let cursor = unsafe input.pointee.cur,
            let base = unsafe input.pointee.base
        else { return .start }
        var tag = unsafe cursor
        // A value in a tag cannot hold the character, so the nearest one to the left starts the tag.
        while unsafe tag > base, unsafe tag.pointee != UInt8(ascii: "<") { unsafe tag -= 1 }
        return unsafe XMLPosition(
            line: Int(input.pointee.line), column: max(1, Int(input.pointee.col) - (cursor - tag)))
    }
}

/// One parse in progress: what the library's callbacks find behind their context pointer.
@safe
final class SAXParse {
    private let handler: SAXHandler
    fileprivate var context: xmlParserCtxtPtr?
    fileprivate(set) var complaint: XMLError?

    fileprivate init(handler: SAXHandler) {
        self.handler = handler
    }

    private var position: XMLPosition {
        unsafe context.map { unsafe SAXParser.position(in: $0) } ?? .start
    }

    private func stop() {
        unsafe xmlStopParser(context)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> SAXParse? {
        unsafe pointer.map { unsafe Unmanaged<SAXParse>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func doctype(_ pointer: UnsafeMutableRawPointer?) {
        guard let parse = unsafe of(pointer) else { return }
        parse.handler.failure = XMLError(
            code: .doctype, message: "a document type declaration is not allowed", position: parse.position)
        parse.stop()
    }

    static var callbacks: xmlSAXHandler {
        var sax = unsafe xmlSAXHandler()
        unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
        unsafe sax.internalSubset = { pointer, _, _, _ in unsafe SAXParse.doctype(pointer) }
        unsafe sax.getEntity = { _, name in unsafe xmlGetPredefinedEntity(name) }
        unsafe sax.startElementNs = { pointer, name, _, uri, _, _, count, _, attributes in
            guard let parse = unsafe SAXParse.of(pointer), let name = unsafe name else { return }
            guard parse.handler.admit(at: parse.position) else { return parse.stop() }
            unsafe parse.handler.start(
                name, namespace: uri, attributes: SAXAttributes(attributes, count: count), at: parse.position)
            if parse.handler.failure != nil { parse.stop() }
        }
        unsafe sax.endElementNs = { pointer, name, _, _ in
            guard let parse = unsafe SAXParse.of(pointer), let name = unsafe name else { return }
            parse.handler.leave()
            unsafe parse.handler.end(name)
        }
        unsafe sax.characters = { pointer, text, count in
            unsafe SAXParse.of(pointer)?.handler.characters(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        unsafe sax.ignorableWhitespace = sax.characters
        unsafe sax.cdataBlock = sax.characters
        unsafe sax.serror = { pointer, error in
            guard let parse = unsafe SAXParse.of(pointer), parse.complaint == nil, let error = unsafe error else {
                return
            }
            guard unsafe error.pointee.level != XML_ERR_WARNING else { return }
            parse.complaint = unsafe XMLError(error.pointee)
        }
        return unsafe sax
    }
}

extension XMLError {
    /// The library's complaint in our form: its first line, for the rest is often the rest of the document.
    init(_ error: xmlError) {
        let message = unsafe error.message.map { unsafe Self.firstLine(of: $0) } ?? "not well-formed"
        unsafe self.init(
            code: .malformed, message: message,
            position: XMLPosition(line: max(1, Int(error.line)), column: max(1, Int(error.int2))))
    }

    private static func firstLine(of text: UnsafePointer<CChar>) -> String {
        let length = unsafe strcspn(text, "\r\n")
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: min(length, 200))
        var line = unsafe String(decoding: bytes, as: UTF8.self)
        while line.last?.isWhitespace == true { line.removeLast() }
        return line.isEmpty ? "not well-formed" : line
    }
}
