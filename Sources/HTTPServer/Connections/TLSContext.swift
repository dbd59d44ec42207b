internal import CTLS
internal import POSIX

/// What all TLS connections of a server share.
///
/// `@unchecked Sendable` because the library promises that an `SSL_CTX` which is no longer configured may be used from
/// several threads at once (openssl-threads(7)), and nothing here configures one after it was made.
@safe
final class TLSContext: @unchecked Sendable {
    private let raw: OpaquePointer

    init(_ identity: TLSIdentity) throws(ServerError) {
        guard let raw = unsafe SSL_CTX_new(TLS_server_method()) else { throw ServerError("no memory") }
        unsafe self.raw = raw
        unsafe ctls_prepare(raw)
        try take(identity)
        // The library writes to sockets that the peer may have closed.
        SignalTrap.ignoreBrokenPipes()
    }

    deinit {
        unsafe SSL_CTX_free(raw)
    }

    func session(on socket: Int32) -> TLSSession? {
        guard let session = unsafe SSL_new(raw) else { return nil }
        unsafe SSL_set_accept_state(session)
        guard unsafe SSL_set_fd(session, socket) == 1 else {
            unsafe SSL_free(session)
            return nil
        }
        return unsafe TLSSession(owning: session)
    }

    private func take(_ identity: TLSIdentity) throws(ServerError) {
        var isFirst = true
        try unsafe Self.reading(identity.certificates, "certificate") { bio throws(ServerError) in
            while let certificate = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
                if isFirst {
                    let isTaken = unsafe SSL_CTX_use_certificate(raw, certificate) == 1
                    unsafe X509_free(certificate)
                    guard isTaken else { throw ServerError("the certificate is not usable: \(Self.reason)") }
                    isFirst = false
                } else if unsafe ctls_add_chain(raw, certificate) != 1 {
                    unsafe X509_free(certificate)
                }
            }
        }
        guard !isFirst else { throw ServerError("there is no certificate in PEM: \(Self.reason)") }
        try unsafe Self.reading(identity.key, "key") { bio throws(ServerError) in
            guard let key = unsafe PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil) else {
                throw ServerError("there is no unencrypted key in PEM: \(Self.reason)")
            }
            defer { unsafe EVP_PKEY_free(key) }
            guard unsafe SSL_CTX_use_PrivateKey(raw, key) == 1, unsafe SSL_CTX_check_private_key(raw) == 1 else {
                throw ServerError("the key is not that of the certificate: \(Self.reason)")
            }
        }
        ERR_clear_error()
    }

    private static func reading(
        _ text: String, _ what: String, _ body: (OpaquePointer) throws(ServerError) -> Void
    ) throws(ServerError) {
        let bytes = Array(text.utf8)
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { throw ServerError("no memory for the \(what)") }
        defer { unsafe BIO_free(bio) }
        _ = unsafe BIO_write(bio, bytes, Int32(clamping: bytes.count))
        try unsafe body(bio)
    }

    /// The library's latest reason, which is forgotten.
    private static var reason: String {
        defer { ERR_clear_error() }
        guard let text = unsafe ERR_reason_error_string(ERR_peek_last_error()) else { return "no reason given" }
        return unsafe String(cString: text)
    }
}

/// The server's end of one TLS connection, on a socket that does not block.
@safe
struct TLSSession: ~Copyable {
    private let raw: OpaquePointer

    init(owning raw: OpaquePointer) {
        unsafe self.raw = raw
    }

    deinit {
        unsafe SSL_free(raw)
    }

    /// Whether the last failure was that the peer speaks plain HTTP.
    enum Failure { case plainHTTP, other }

    enum Outcome {
        case moved(Transferred)
        case failed(Failure)
    }

    func read(into buffer: inout [UInt8]) -> Outcome {
        ERR_clear_error()
        let count = unsafe SSL_read(raw, &buffer, Int32(clamping: buffer.count))
        return outcome(count)
    }

    /// Writes from `bytes` what lies between `start` and `end`, as far as one record takes it.
    func write(_ bytes: [UInt8], from start: Int, to end: Int) -> Outcome {
        ERR_clear_error()
        let count = unsafe bytes.withUnsafeBytes { bytes in
            unsafe SSL_write(raw, bytes.baseAddress?.advanced(by: start), Int32(clamping: end - start))
        }
        return outcome(count)
    }

    /// Tells the peer that nothing more comes.
    func finish() {
        ERR_clear_error()
        _ = unsafe SSL_shutdown(raw)
    }

    private func outcome(_ count: Int32) -> Outcome {
        if count > 0 { return .moved(.bytes(Int(count))) }
        switch unsafe SSL_get_error(raw, count) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .moved(.blocked)
        case SSL_ERROR_ZERO_RETURN: return .moved(.ended)
        default: return .failed(ctls_is_plain_http() == 1 ? .plainHTTP : .other)
        }
    }
}
