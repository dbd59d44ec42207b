internal import CCurl
internal import POSIX

/// Why a request got no reply.
package struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// Nothing was sent: the request itself is wrong.
        case invalidRequest
        case couldNotResolve
        /// Nobody listens there, or the network does not lead there.
        case couldNotConnect
        case tls
        case timedOut
        /// The connection broke off.
        case connectionReset
        /// The connection ended in order, but before the first byte of a reply.
        case emptyReply
        /// The reply ended before its declared end.
        case truncated
        case malformedReply
        case replyTooLarge
        /// The request's body ended before its end.
        case requestBroken
        /// By the caller, or because the client was stopped.
        case cancelled
        /// The client could not be started: no thread or descriptor is left.
        case outOfResources
        /// Another CURLcode.
        case other(Int32)
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    static let requestBroken = TransportError(.requestBroken, message: "the body of the request broke off")
    static let cancelled = TransportError(.cancelled, message: "the request was cancelled")

    /// The error of a finished transfer.
    ///
    /// `detail` is libcurl's own account of it, which may be empty.
    init(_ status: CURLcode, systemError: Int, detail: String) {
        let code = Self.code(status, systemError: systemError)
        if code == .couldNotConnect {
            Shortage.note(Int32(truncatingIfNeeded: systemError), "connect")
            if systemError == 0 { Shortage.look("connect") }
        }
        let message = unsafe detail.isEmpty ? String(cString: curl_easy_strerror(status)) : detail
        self.init(code, message: message)
    }

    private static func code(_ status: CURLcode, systemError: Int) -> Code {
        switch status {
        case CURLE_URL_MALFORMAT:
            .invalidRequest
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            .couldNotResolve
        case CURLE_COULDNT_CONNECT:
            .couldNotConnect
        case CURLE_OPERATION_TIMEDOUT:
            .timedOut
        case CURLE_GOT_NOTHING:
            .emptyReply
        case CURLE_RECV_ERROR:
            // Bad chunks end with the same code; only a real break has an error of the system behind it.
            systemError == 0 ? .malformedReply : .connectionReset
        case CURLE_SEND_ERROR:
            .connectionReset
        case CURLE_PARTIAL_FILE:
            .truncated
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
            .malformedReply
        case CURLE_FILESIZE_EXCEEDED:
            .replyTooLarge
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            .tls
        default:
            .other(Int32(bitPattern: status.rawValue))
        }
    }
}
