internal import CCurl
internal import POSIX
internal import Timing

/// What of a transfer moves on while others give and take its bytes.
struct TransferStreams {
    /// Where the rest of the reply's body goes; nil before it has begun to be streamed.
    var writer: BytePipe.Writer?
    /// Whether the reply waits until there is room.
    var isFull = false
    /// Of the reply's body, what is held before it is streamed; nil before anybody was asked.
    var held: Int?
    /// Whether the transfer is among those that have more of a reply than is held.
    var isNoted = false
    /// What is at hand of the request's body, and how much of it has been sent.
    var piece: [UInt8] = []
    var position = 0
    /// Whether the request waits for more of its body.
    var isStarved = false
    /// Whether the request's body broke off.
    var isBroken = false
    /// When a byte last moved.
    var lastMove = MonotonicTime(nanoseconds: 0)
}

/// The transfers of a loop that have something to be told of their replies while these come.
final class BegunReplies {
    var transfers: [Transfer] = []
    /// What all of them hold.
    var heldBytes = 0
    let maximumBytes: Int

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }
}

extension Transfer {
    /// Whether its time is that from byte to byte, and not that of the whole.
    var isStreamed: Bool { streams.writer != nil || order?.request.rest != nil }

    /// When it has been silent for too long; nil while it waits for somebody else, or has a time for the whole.
    var silenceEnds: MonotonicTime? {
        guard let order, isStreamed, !streams.isFull, !streams.isStarved else { return nil }
        return streams.lastMove + order.request.timeout
    }

    /// Takes a piece of the reply's body, and says how much of it is taken, or that the transfer has to wait.
    func receive(_ chunk: UnsafeRawBufferPointer) -> Int {
        guard let writer = streams.writer else {
            guard unsafe sink.receiveBody(chunk) else { return 0 }
            if order?.streaming != nil {
                begun.heldBytes += chunk.count
                if !streams.isNoted, sink.body.count > mayHold {
                    streams.isNoted = true
                    begun.transfers.append(self)
                }
            }
            return chunk.count
        }
        guard !streams.isFull else { return Int(CURL_WRITEFUNC_PAUSE) }
        streams.lastMove = .now()
        switch unsafe writer.write(chunk) {
        case .taken: return chunk.count
        case .full:
            streams.isFull = true
            return chunk.count
        case .abandoned: return 0
        }
    }

    /// Gives the next bytes of the request's body, and says how many, or that the transfer has to wait.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let rest = order?.request.rest else { return 0 }
        if streams.position == streams.piece.count {
            switch rest.pipe.take(into: &streams.piece) {
            case .bytes: streams.position = 0
            case .ended: return 0
            case .nothingYet:
                (streams.position, streams.isStarved) = (0, true)
                return Int(CURL_READFUNC_PAUSE)
            case .broken:
                streams.isBroken = true
                return Int(CURL_READFUNC_ABORT)
            }
        }
        streams.lastMove = .now()
        let next = streams.piece[streams.position...].prefix(buffer.count)
        unsafe buffer.copyBytes(from: next)
        streams.position += next.count
        return next.count
    }

    /// Has the request's body come from what is at hand and from `rest`.
    func upload(_ body: [UInt8], then rest: StreamedBody) {
        streams.piece = body
        streams.lastMove = .now()
        easy.setUpload(length: rest.length)
        goOnWithoutTimeout()
        if let resume = order?.resume { rest.pipe.whenThereIsMore(resume) }
    }

    /// How much of the reply's body is held before it is streamed, as far as there is room.
    private var mayHold: Int { begun.heldBytes > begun.maximumBytes ? 0 : streams.held ?? 0 }

    /// Lets go of what is held of the reply's body.
    func dropHeld() {
        if order?.streaming != nil { begun.heldBytes -= sink.body.count }
        sink.dropBody()
    }

    /// Streams the reply on if more of it has come than is held.
    func beginIfLarge() {
        streams.isNoted = false
        guard let streaming = order?.streaming, streams.writer == nil else { return }
        if streams.held == nil { streams.held = streaming.holding(response) }
        if sink.body.count > mayHold { begin() }
    }

    /// Hands on what has come of a reply that broke off.
    func beginIfBroken(by error: TransportError) {
        guard streams.writer == nil, sink.hasAllHeaders, easy.status >= 200 else { return }
        guard ![.cancelled, .replyTooLarge, .requestBroken].contains(error.code) else { return }
        begin()
    }

    private func begin() {
        guard let order, let streaming = order.streaming else { return }
        let pipe = BytePipe.make()
        if let resume = order.resume { pipe.writer.whenThereIsRoom(resume) }
        let response = response
        dropHeld()
        streams.writer = pipe.writer
        streams.lastMove = .now()
        goOnWithoutTimeout()
        streaming.begin(response, pipe.reader)
    }

    /// Goes on after somebody gave or took bytes; false where nobody reads the reply any more.
    func resume() -> Bool {
        if streams.writer?.isAbandoned == true { return false }
        guard streams.isFull || streams.isStarved else { return true }
        (streams.isFull, streams.isStarved) = (false, false)
        streams.lastMove = .now()
        easy.resume()
        return true
    }
}
