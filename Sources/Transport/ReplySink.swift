/// Where the parts of one reply collect, on the loop's thread.
struct ReplySink {
    private(set) var headers = HeaderBlock()
    private(set) var body: [UInt8] = []
    /// Whether the empty line after the headers has come.
    private(set) var hasAllHeaders = false
    /// Why the transfer was ended here.
    private(set) var mistake: TransportError?
    private var headerBytes = 0
    private var changesProtocol = false
    private let maximumBytes: Int
    private static let maximumHeaderBytes = 256 << 10

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Takes a piece of the body; false ends the transfer.
    mutating func receiveBody(_ chunk: UnsafeRawBufferPointer) -> Bool {
        guard chunk.count <= maximumBytes - body.count else {
            mistake = ReplyReader.tooLarge
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
            mistake = ReplyReader.tooLarge
            return false
        }
        if unsafe line.starts(with: "HTTP/".utf8) {
            // A new head: what came before belonged to a 1xx reply.
            headers.removeAll()
            hasAllHeaders = false
            changesProtocol = unsafe line.dropFirst(8).starts(with: " 101".utf8)
        } else if unsafe line.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) {
            do throws(TransportError) {
                if changesProtocol { throw ReplyReader.unaskedProtocol }
                try headers.check()
            } catch {
                mistake = error
                return false
            }
            hasAllHeaders = true
        } else if !hasAllHeaders {
            // What comes later are fields after a body in chunks, which are none of the head's.
            unsafe headers.append(line)
        }
        return true
    }
}
