internal import POSIX

/// Why a server could not start.
package struct ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// An address could not be listened on.
        case cannotListen
        /// The system gave no event loop or no thread.
        case noResources
    }

    package var code: Code
    package var message: String

    package var description: String { message }

    static func cannotListen(_ error: SystemError) -> ServerError {
        ServerError(code: .cannotListen, message: "cannot \(error)")
    }

    static func noLoop(_ error: SystemError) -> ServerError {
        ServerError(code: .noResources, message: "cannot \(error)")
    }

    static let noThread = ServerError(code: .noResources, message: "the system has no thread left for the HTTP server")
}
