internal import Synchronization

/// Bytes on their way from one thread to another, of which only so many are held.
///
/// Neither end ever waits: who cannot go on is called when it can. An end that is let go of tells the other one, so that
/// whatever holds neither can leave the other waiting for ever.
package enum BytePipe {
    /// What came of a write.
    package enum Written: Sendable, Hashable {
        case taken
        /// The bytes were taken, and the next should wait until there is room.
        case full
        /// Nobody reads any more.
        case abandoned
    }

    /// What came of a read.
    package enum Taken: Sendable, Hashable {
        case bytes
        /// ``Reader/whenThereIsMore(_:)`` will be called.
        case nothingYet
        /// There was everything.
        case ended
        /// More was to come, and does not.
        case broken
    }

    /// A pipe is full when it holds `capacity` bytes or more.
    package static func make(capacity: Int = 256 << 10) -> (writer: Writer, reader: Reader) {
        let core = Core(capacity: capacity)
        return (Writer(core), Reader(core))
    }

    fileprivate struct State {
        var bytes: [UInt8] = []
        /// Nil while more may come.
        var isWhole: Bool?
        var isAbandoned = false
        var writerWaits = false
        var readerWaits = false
        var wakeWriter: (@Sendable () -> Void)?
        var wakeReader: (@Sendable () -> Void)?
    }

    fileprivate final class Core: Sendable {
        let capacity: Int
        let state = Mutex(State())

        init(capacity: Int) {
            self.capacity = capacity
        }

        func write(_ append: (inout [UInt8]) -> Void) -> Written {
            let (written, wake) = state.withLock { state -> (Written, (@Sendable () -> Void)?) in
                guard !state.isAbandoned else { return (.abandoned, nil) }
                append(&state.bytes)
                state.writerWaits = state.bytes.count >= capacity
                defer { state.readerWaits = false }
                return (state.writerWaits ? .full : .taken, state.readerWaits ? state.wakeReader : nil)
            }
            wake?()
            return written
        }

        func end(isWhole: Bool) {
            let wake = state.withLock { state -> (@Sendable () -> Void)? in
                guard state.isWhole == nil else { return nil }
                state.isWhole = isWhole
                state.wakeWriter = nil
                defer { state.readerWaits = false }
                return state.readerWaits ? state.wakeReader : nil
            }
            wake?()
        }

        func abandon() {
            let wake = state.withLock { state -> (@Sendable () -> Void)? in
                guard !state.isAbandoned else { return nil }
                state.isAbandoned = true
                state.bytes = []
                state.wakeReader = nil
                return state.isWhole == nil ? state.wakeWriter : nil
            }
            wake?()
        }
    }

    /// The end that bytes go in at.
    ///
    /// Let go of before ``finish()``, it breaks the pipe.
    package final class Writer: Sendable {
        private let core: Core

        fileprivate init(_ core: Core) {
            self.core = core
        }

        deinit {
            core.end(isWhole: false)
        }

        /// `wake` is called, on any thread, when there is room again in a pipe that was full, and when nobody reads any more.
        package func whenThereIsRoom(_ wake: @escaping @Sendable () -> Void) {
            core.state.withLock { $0.wakeWriter = wake }
        }

        package func write(_ bytes: UnsafeRawBufferPointer) -> Written {
            core.write { unsafe $0.append(contentsOf: bytes) }
        }

        package func write(_ bytes: ArraySlice<UInt8>) -> Written {
            core.write { $0 += bytes }
        }

        /// Whether nobody reads any more.
        package var isAbandoned: Bool { core.state.withLock { $0.isAbandoned } }

        /// There was everything.
        package func finish() {
            core.end(isWhole: true)
        }

        /// More was to come, and does not.
        package func breakOff() {
            core.end(isWhole: false)
        }
    }

    /// The end that bytes come out of.
    ///
    /// Let go of, it tells the writer that nobody reads any more.
    package final class Reader: Sendable {
        private let core: Core

        fileprivate init(_ core: Core) {
            self.core = core
        }

        deinit {
            core.abandon()
        }

        /// `wake` is called, on any thread, when there is more, or the end, after a read that found nothing.
        package func whenThereIsMore(_ wake: @escaping @Sendable () -> Void) {
            core.state.withLock { $0.wakeReader = wake }
        }

        /// Puts all bytes that there are in the place of those in `bytes`, whose memory is used again.
        package func take(into bytes: inout [UInt8]) -> Taken {
            bytes.removeAll(keepingCapacity: true)
            let (taken, wake) = core.state.withLock { state -> (Taken, (@Sendable () -> Void)?) in
                guard state.bytes.isEmpty else {
                    swap(&state.bytes, &bytes)
                    defer { state.writerWaits = false }
                    return (.bytes, state.writerWaits ? state.wakeWriter : nil)
                }
                switch state.isWhole {
                case true?: return (.ended, nil)
                case false?: return (.broken, nil)
                case nil:
                    state.readerWaits = true
                    return (.nothingYet, nil)
                }
            }
            wake?()
            return taken
        }

        /// Nobody reads any more.
        package func abandon() {
            core.abandon()
        }
    }
}
