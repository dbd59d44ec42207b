internal import CXML2
internal import Synchronization

/// Parsers that wait for their next document.
///
/// Making one, with its table of names, takes as long as a small document. Only a parser whose document was well-formed
/// comes back, since nothing of that document is left open in it; and only while its table of names is small, since the
/// library never forgets a name.
enum ParserPool {
    /// A parser belongs to whoever took it, so it is never in two threads at once.
    @safe private struct Idle: @unchecked Sendable {
        let context: xmlParserCtxtPtr
    }

    private static let idle = Mutex<[Idle]>([])
    private static let maxIdle = 8
    private static let maxNames: Int32 = 256

    static func take() -> xmlParserCtxtPtr {
        precondition(LibXML.ready)
        if let known = idle.withLock({ $0.popLast() }) { return unsafe known.context }
        guard let context = unsafe xmlNewParserCtxt() else { preconditionFailure("no memory for a parser") }
        return unsafe context
    }

    static func giveBack(_ context: xmlParserCtxtPtr, isSound: Bool) {
        guard isSound, unsafe xmlDictSize(context.pointee.dict) <= maxNames else {
            return unsafe xmlFreeParserCtxt(context)
        }
        // Lets go of the document.
        unsafe xmlCtxtReset(context)
        unsafe context.pointee.userData = nil
        let isKept = idle.withLock { idle in
            guard idle.count < maxIdle else { return false }
            unsafe idle.append(Idle(context: context))
            return true
        }
        if !isKept { unsafe xmlFreeParserCtxt(context) }
    }
}
