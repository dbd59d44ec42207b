internal import COpenSSL

/// What every use of the library needs: its errors and its memory buffers.
enum OpenSSL {
    /// Empties this thread's error queue and says the latest reason, or "no reason given".
    static func takeErrors() -> String {
        var reason = "no reason given"
        while true {
            let code = ERR_get_error()
            guard code != 0 else { return reason }
            if let text = unsafe ERR_reason_error_string(code) {
                reason = unsafe String(cString: text)
            }
        }
    }

    /// Runs the body with a BIO that reads the bytes; nil when the library has no memory for one.
    static func reading<Result>(
        _ bytes: [UInt8], _ body: (OpaquePointer) -> Result?
    ) -> Result? {
        unsafe bytes.withUnsafeBytes { buffer -> Result? in
            guard let bio = unsafe BIO_new_mem_buf(buffer.baseAddress, Int32(clamping: buffer.count)) else {
                return nil
            }
            defer { unsafe BIO_free(bio) }
            return unsafe body(bio)
        }
    }

    /// Runs the body with a BIO to write into, and gives what it wrote when the body says 1.
    static func writing(_ body: (OpaquePointer) -> Int32) -> [UInt8]? {
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free(bio) }
        guard unsafe body(bio) == 1 else { return nil }
        var start: UnsafePointer<UInt8>?
        let count = unsafe copenssl_bio_bytes(bio, &start)
        return unsafe Array(UnsafeBufferPointer(start: start, count: count))
    }
}

/// Answers every question for a password with a refusal; without it the library asks on the terminal.
func noPassword(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ writing: Int32, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    -1
}
