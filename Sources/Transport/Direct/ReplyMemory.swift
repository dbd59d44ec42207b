/// Memory for what is read of replies: one reply's serves the next, unless somebody keeps what is in it.
///
/// Bodies are large enough for memory that is got and given back for each to take longer than reading it.
struct ReplyMemory {
    /// What is read into, however much a socket has.
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var headers = HeaderBlock()
    private var body: [UInt8] = []
    /// In bytes: a large body's memory is given back.
    private static let maxKept = 64 << 10

    /// Empty memory with room.
    ///
    /// Where somebody has what was in it still, that is theirs, and this is memory of its own.
    mutating func take() -> (headers: HeaderBlock, body: [UInt8]) {
        headers.removeAll()
        body.removeAll(keepingCapacity: true)
        defer { (headers, body) = (HeaderBlock(), []) }
        return (headers, body)
    }

    /// Takes back what a reply was in; whoever was told of the reply has until ``take()`` to let go of it.
    mutating func giveBack(_ headers: HeaderBlock, _ body: [UInt8]) {
        guard body.capacity <= Self.maxKept else { return }
        (self.headers, self.body) = (headers, body)
    }
}
