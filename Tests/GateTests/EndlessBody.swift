import Glibc
import POSIX

/// A body of any size that nobody ever has as a whole: each byte follows from its place.
enum EndlessBody {
    /// A prime, so that no piece of a body looks like another one of the same place in its buffer.
    private static let period = 65_521
    /// Two periods, so that any piece of one period is in it.
    private static let pattern = (0..<2 * period).map { number -> UInt8 in
        let place = number % period
        return UInt8(truncatingIfNeeded: place &* 167 &+ (place >> 8))
    }

    /// Up to so many bytes from a place on.
    static func bytes(from place: Int, _ count: Int) -> ArraySlice<UInt8> {
        pattern[(place % period)...].prefix(min(count, period))
    }

    /// Whether `bytes` are those of a place.
    static func has(_ bytes: [UInt8], at place: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let wanted = self.bytes(from: place + done, bytes.count - done)
            let isSame = unsafe bytes.withUnsafeBytes { bytes in
                unsafe wanted.withUnsafeBytes { wanted in
                    guard let left = bytes.baseAddress, let right = wanted.baseAddress else { return false }
                    return unsafe memcmp(left + done, right, wanted.count) == 0
                }
            }
            guard isSame else { return false }
            done += wanted.count
        }
        return true
    }

    /// A pipe that a thread of its own writes so many bytes to; then it breaks, or ends.
    ///
    /// `abandoned` is called where nobody reads any more.
    static func source(
        _ count: Int, breaks: Bool = false, abandoned: @escaping @Sendable () -> Void = {}
    ) -> BytePipe.Reader {
        let pipe = BytePipe.make()
        let writer = pipe.writer
        startThread {
            let wakes = Monitor(0)
            writer.whenThereIsRoom { wakes.change { $0 += 1 } }
            var place = 0
            while place < count {
                let piece = bytes(from: place, count - place)
                place += piece.count
                switch writer.write(piece) {
                case .taken: break
                case .full: wakes.wait { $0 > 0 ? ($0 -= 1) : nil }
                case .abandoned: return abandoned()
                }
            }
            if !breaks { writer.finish() }
        }
        return pipe.reader
    }

    /// How much of the body came out of a pipe, and whether it was all; nil where other bytes came.
    struct Received: Sendable, Equatable {
        var count: Int
        var isWhole: Bool
    }

    /// Reads to the end, on a thread of its own; `start` are the bytes that came before.
    static func drain(
        _ reader: BytePipe.Reader, after start: [UInt8], _ done: @escaping @Sendable (Received?) -> Void
    ) {
        startThread {
            let wakes = Monitor(0)
            reader.whenThereIsMore { wakes.change { $0 += 1 } }
            guard has(start, at: 0) else { return done(nil) }
            var (place, piece) = (start.count, [UInt8]())
            while true {
                switch reader.take(into: &piece) {
                case .bytes:
                    // Who wrote would be far ahead if nobody had him wait.
                    usleep(500)
                    guard has(piece, at: place) else { return done(nil) }
                    place += piece.count
                case .nothingYet: wakes.wait { $0 > 0 ? ($0 -= 1) : nil }
                case .ended: return done(Received(count: place, isWhole: true))
                case .broken: return done(Received(count: place, isWhole: false))
                }
            }
        }
    }
}

/// What this process has, or once had, in memory, in bytes.
enum ResidentMemory {
    static func read(_ line: String) -> Int {
        guard let file = unsafe fopen("/proc/self/status", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        while unsafe fgets(&buffer, 256, file) != nil {
            let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix(line) else { continue }
            return (Int(text.filter(\.isNumber)) ?? 0) << 10
        }
        return 0
    }

    static var now: Int { read("VmRSS:") }
    static var most: Int { read("VmHWM:") }
}
