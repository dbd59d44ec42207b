internal import CCurl

/// Owns a libcurl easy handle, its list of headers and its text of the last error.
///
/// Belongs to the thread of the multi handle it is added to.
@safe struct EasyHandle: ~Copyable {
    let raw: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headers = HeaderList()

    init() {
        guard let raw = unsafe curl_easy_init() else { preconditionFailure("libcurl found no memory for a transfer") }
        unsafe self.raw = raw
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe curl_easy_cleanup(raw)
        unsafe errorText.deallocate()
    }

    // MARK: - Before a transfer

    /// Forgets every option, but not the connections, and sets those common to all requests.
    func reset() {
        unsafe curl_easy_reset(raw)
        unsafe check(shim_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText))
        // Without this libcurl changes the process's signal handlers, which no thread may.
        set(CURLOPT_NOSIGNAL, to: 1)
        set(CURLOPT_PROXY, to: "")
        // Otherwise the environment is asked for it with every request.
        set(CURLOPT_NOPROXY, to: "*")
        set(CURLOPT_PATH_AS_IS, to: 1)
        set(CURLOPT_HTTP_VERSION, to: 2)
        set(CURLOPT_PROTOCOLS_STR, to: "http,https")
    }

    /// Forgets what libcurl said of the transfer before.
    func forgetError() {
        unsafe errorText[0] = 0
    }

    func set(_ option: CURLoption, to value: Int) {
        unsafe check(shim_set_long(raw, option, value))
    }

    /// The string is copied; so is nothing, for nil, which unsets the option.
    func set(_ option: CURLoption, to value: String?) {
        guard let value else { return unsafe check(shim_set_string(raw, option, nil)) }
        unsafe check(shim_set_string(raw, option, value))
    }

    func setBody(_ body: [UInt8]) {
        unsafe check(shim_set_offset(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        unsafe body.withUnsafeBytes { bytes in
            var nothing: UInt8 = 0
            // The start of no bytes may be nil, which would mean "read the body from a callback".
            unsafe withUnsafeMutableBytes(of: &nothing) { empty in
                let start = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress) ?? empty.baseAddress
                unsafe check(shim_set_pointer(raw, CURLOPT_COPYPOSTFIELDS, start))
            }
        }
    }

    /// Has the body asked for as it is sent; without a length it leaves in chunks.
    func setUpload(length: Int?) {
        set(CURLOPT_UPLOAD, to: 1)
        unsafe check(shim_set_offset(raw, CURLOPT_INFILESIZE_LARGE, curl_off_t(length ?? -1)))
    }

    mutating func setHeaders(of request: HTTPRequest, sendsBody: Bool) {
        headers.removeAll()
        for header in request.headers.fields { headers.append(header.name, header.value) }
        if sendsBody {
            // Libcurl would wait for a "100 Continue", and would call every body a form.
            headers.leaveOut("Expect")
            if !request.headers.fields.contains(where: { $0.name.lowercased() == "content-type" }) {
                headers.leaveOut("Content-Type")
            }
        }
        unsafe check(shim_set_list(raw, CURLOPT_HTTPHEADER, headers.list))
    }

    /// Gives the reply's parts to `transfer`, which must live until the handle has left its multi handle.
    func deliver(to transfer: Transfer) {
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        unsafe check(shim_set_pointer(raw, CURLOPT_PRIVATE, context))
        unsafe check(shim_set_pointer(raw, CURLOPT_WRITEDATA, context))
        unsafe check(shim_set_pointer(raw, CURLOPT_HEADERDATA, context))
        unsafe check(shim_set_receiver(raw, CURLOPT_WRITEFUNCTION, receiveBody))
        unsafe check(shim_set_receiver(raw, CURLOPT_HEADERFUNCTION, receiveLine))
        unsafe check(shim_set_pointer(raw, CURLOPT_READDATA, context))
        unsafe check(shim_set_receiver(raw, CURLOPT_READFUNCTION, giveBody))
    }

    // MARK: - During a transfer

    /// Ends every pause; what libcurl keeps of the reply comes at once.
    func resume() {
        // A transfer that cannot go on says so when it is asked how it ended.
        _ = unsafe curl_easy_pause(raw, CURLPAUSE_CONT)
    }

    // MARK: - After a transfer

    var status: Int {
        var value = 0
        unsafe check(shim_get_long(raw, CURLINFO_RESPONSE_CODE, &value))
        return value
    }

    /// `errno` of the call that broke the transfer, or zero.
    var systemError: Int {
        var value = 0
        unsafe check(shim_get_long(raw, CURLINFO_OS_ERRNO, &value))
        return value
    }

    /// Libcurl's account of the last error; empty when it gave none.
    var errorDetail: String { unsafe String(cString: errorText) }

    /// Options here are constants with values of the right type, so a refusal is a mistake in this target.
    private func check(_ status: CURLcode) {
        precondition(status == CURLE_OK, unsafe "libcurl: \(String(cString: curl_easy_strerror(status)))")
    }
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = unsafe Transfer.at(context) else { return 0 }
    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.receive(chunk)
}

private func giveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = unsafe Transfer.at(context) else { return 0 }
    return unsafe transfer.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

private func receiveLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let transfer = unsafe Transfer.at(context) else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.sink.receiveLine(line) ? line.count : 0
}
