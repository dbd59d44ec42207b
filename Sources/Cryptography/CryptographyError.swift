/// Why a key could not be read, made or used.
package struct CryptographyError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        case unreadableKey
        case wrongPassword
        case unsupportedKey
        case unsupportedContainer
        case libraryFailure
    }

    package var code: Code
    /// One sentence in lower case that names the thing and what is wrong with it.
    package var message: String

    package var description: String { message }

    static func unreadableKey(_ message: String) -> CryptographyError {
        CryptographyError(code: .unreadableKey, message: message)
    }

    static func wrongPassword(_ message: String) -> CryptographyError {
        CryptographyError(code: .wrongPassword, message: message)
    }

    static func unsupportedKey(_ message: String) -> CryptographyError {
        CryptographyError(code: .unsupportedKey, message: message)
    }

    static func unsupportedContainer(_ message: String) -> CryptographyError {
        CryptographyError(code: .unsupportedContainer, message: message)
    }

    /// The library's own sentence, taken from this thread's error queue, which is emptied.
    static func library(_ doing: String) -> CryptographyError {
        CryptographyError(code: .libraryFailure, message: "\(doing): \(OpenSSL.takeErrors())")
    }
}
