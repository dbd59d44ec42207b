/// Where the parts of one reply collect, on the loop's thread.
struct ReplySink {
    private(set) var headers = HeaderBlock()
    private(set) var body: [UInt8] = []
    /// Whether the empty line after the headers has come.
    private(set) var hasAllHeaders = false
    private(set) var isTooLarge = false
    private var headerBytes = 0
    private let maximumBytes: Int
    private static let maximumHeaderBytes = 256 << 10

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Takes a piece of the body; false ends the transfer.
    mutating func receiveBody(_ chunk: UnsafeRawBufferPointer) -> Bool {
        guard chunk.count <= maximumBytes - body.count else {
            isTooLarge = true
            return false
        }
        unsafe body.append(contentsOf: chunk)
        return true
    }

    /// Lets go of what has come of the body, when somebody else has it.
    mutating func dropBody() {
        body = []
    }

    /// Takes one line of the head, its line end included; false ends the transfer.
    mutating func receiveLine(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            isTooLarge = true
            return false
        }
        if unsafe line.starts(with: "HTTP/".utf8) {
            // A new head: what came before belonged to a 1xx reply.
            headers.removeAll()
            hasAllHeaders = false
        } else if unsafe line.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) {
            hasAllHeaders = true
        } else {
            unsafe headers.append(line)
        }
        return true
    }
}
