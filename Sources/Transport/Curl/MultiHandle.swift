internal import CCurl
internal import POSIX
internal import Timing

/// Owns a libcurl multi handle, with the sockets and the time it wants to be called for.
///
/// A multi handle looks through all its connections to a host for each request, so one is kept to about a hundred
/// transfers. Belongs to the loop's thread.
@safe final class MultiHandle {
    private let raw: UnsafeMutableRawPointer
    private let sockets: SocketWatch
    private let number: Int
    /// When libcurl wants `act(on: nil)`.
    private(set) var deadline: MonotonicTime?
    /// How many transfers are in it.
    private(set) var load = 0

    init(number: Int, sockets: SocketWatch, maximumConnections: Int) {
        guard let raw = unsafe curl_multi_init() else {
            preconditionFailure("libcurl found no memory for a multi handle")
        }
        unsafe self.raw = raw
        self.number = number
        self.sockets = sockets
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe check(shim_multi_set_long(raw, CURLMOPT_MAXCONNECTS, maximumConnections))
        unsafe check(shim_multi_set_long(raw, CURLMOPT_PIPELINING, 0))
        unsafe check(shim_multi_set_pointer(raw, CURLMOPT_SOCKETDATA, context))
        unsafe check(shim_multi_set_pointer(raw, CURLMOPT_TIMERDATA, context))
        unsafe check(shim_multi_set_socket(raw, socketChanged))
        unsafe check(shim_multi_set_timer(raw, timerChanged))
    }

    deinit {
        // Closing the connections reports their sockets, for which it is too late.
        unsafe check(shim_multi_set_pointer(raw, CURLMOPT_SOCKETDATA, nil))
        unsafe check(shim_multi_set_pointer(raw, CURLMOPT_TIMERDATA, nil))
        unsafe check(curl_multi_cleanup(raw))
    }

    func add(_ transfer: Transfer) {
        load += 1
        transfer.shard = number
        unsafe check(curl_multi_add_handle(raw, transfer.easy.raw))
    }

    func remove(_ transfer: Transfer) {
        load -= 1
        unsafe check(curl_multi_remove_handle(raw, transfer.easy.raw))
    }

    /// Lets libcurl read and write what it can on a socket that is ready.
    func act(on socket: Int32, ready: SocketWatch.Directions) {
        var events: Int32 = 0
        if ready.contains(.reading) { events |= CURL_CSELECT_IN }
        if ready.contains(.writing) { events |= CURL_CSELECT_OUT }
        if ready.contains(.broken) { events |= CURL_CSELECT_ERR }
        var running: Int32 = 0
        unsafe check(curl_multi_socket_action(raw, socket, events, &running))
    }

    /// Lets libcurl do what it wanted to do at the deadline.
    func actOnDeadline() {
        deadline = nil
        var running: Int32 = 0
        unsafe check(curl_multi_socket_action(raw, CURL_SOCKET_BAD, 0, &running))
    }

    /// The next transfer that has ended, and how.
    func nextFinished() -> (transfer: Transfer, status: CURLcode)? {
        var remaining: Int32 = 0
        while let message = unsafe curl_multi_info_read(raw, &remaining) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else {
                continue
            }
            let status = unsafe message.pointee.data.result
            var context: UnsafeMutableRawPointer?
            _ = unsafe shim_get_pointer(easy, CURLINFO_PRIVATE, &context)
            if let transfer = unsafe Transfer.at(context) { return (transfer, status) }
        }
        return nil
    }

    fileprivate func watch(_ socket: Int32, _ wanted: Int32) {
        switch wanted {
        case CURL_POLL_IN: sockets.watch(socket, for: .reading, owner: UInt32(number))
        case CURL_POLL_OUT: sockets.watch(socket, for: .writing, owner: UInt32(number))
        case CURL_POLL_INOUT: sockets.watch(socket, for: [.reading, .writing], owner: UInt32(number))
        default: sockets.forget(socket)
        }
    }

    /// Negative milliseconds take the deadline away.
    fileprivate func setDeadline(milliseconds: Int) {
        deadline = milliseconds < 0 ? nil : .now() + .milliseconds(milliseconds)
    }

    private func check(_ status: CURLMcode) {
        precondition(status == CURLM_OK, unsafe "libcurl: \(String(cString: curl_multi_strerror(status)))")
    }
}

private func socketChanged(
    _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ wanted: Int32, _ context: UnsafeMutableRawPointer?,
    _ socketContext: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context = unsafe context else { return 0 }
    unsafe Unmanaged<MultiHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.watch(socket, wanted) }
    return 0
}

private func timerChanged(
    _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context = unsafe context else { return 0 }
    unsafe Unmanaged<MultiHandle>.fromOpaque(context)._withUnsafeGuaranteedRef {
        $0.setDeadline(milliseconds: milliseconds)
    }
    return 0
}
