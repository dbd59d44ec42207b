internal import POSIX

/// Why a server could not start.
package struct ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// An address could not be listened on.
        case cannotListen
        /// What the server is to prove itself with is not usable.
        case badIdentity
        /// The system gave no event loop or no thread.
        case noResources
    }

    package var code: Code
    package var message: String

    package var description: String { message }

    static func cannotListen(_ error: SystemError) -> ServerError {
        ServerError(code: .cannotListen, message: "cannot \(error)")
    }

    static func cannotSecure(_ reason: String) -> ServerError {
        ServerError(code: .badIdentity, message: reason)
    }

    static func noLoop(_ error: SystemError) -> ServerError {
        ServerError(code: .noResources, message: "cannot \(error)")
    }

    static let noThread = ServerError(code: .noResources, message: "the system has no thread left for the HTTP server")
}
