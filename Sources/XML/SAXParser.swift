internal import CXML2

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Runs one document through the library.
enum SAXParser {
    /// Parses with the callbacks that `prepare` sets; whether the document is well-formed to its end.
    ///
    /// The names that the parser hands out live until then.
    static func run(_ bytes: UnsafeBufferPointer<UInt8>, prepare: (xmlParserCtxtPtr) -> Void) -> Bool {
        let context = unsafe ParserPool.take()
        unsafe prepare(context)
        var feed = unsafe Feed(context: context, rest: bytes)
        let document = unsafe withUnsafeMutablePointer(to: &feed) { feed in
            unsafe xmlCtxtReadIO(context, Feed.read, nil, feed, nil, nil, LibXML.options)
        }
        unsafe xmlFreeDoc(document)
        // A parse that was stopped still claims to be well-formed; only the error number tells.
        let isSound = unsafe context.pointee.errNo == 0 && context.pointee.wellFormed == 1
        unsafe ParserPool.giveBack(context, isSound: isSound)
        return isSound
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

    /// What all parses have in common: no entities but the five.
    static var callbacks: xmlSAXHandler {
        var sax = unsafe xmlSAXHandler()
        unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
        unsafe sax.getEntity = { _, name in unsafe xmlGetPredefinedEntity(name) }
        return unsafe sax
    }

    static let noDoctype = "a document type declaration is not allowed"

    /// What the library complains of; nil where it only warns.
    static func complaint(_ error: UnsafeMutablePointer<xmlError>?) -> XMLError? {
        guard let error = unsafe error, unsafe error.pointee.level != XML_ERR_WARNING else { return nil }
        return unsafe XMLError(error.pointee)
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
