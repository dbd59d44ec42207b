/// What is wrong with a message, and which error of JSON-RPC that is; the error in the answer to a request.
package struct ProtocolError: Error, Sendable, Hashable, CustomStringConvertible {
    package var code: ErrorNumber
    /// Names the member by its path, as in `params.session: expected a string, found a number`.
    package var message: String

    package init(_ code: ErrorNumber, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

/// The number of an error in a response.
///
/// Those of JSON-RPC 2.0, then the protocol's own; ports may answer with others.
package struct ErrorNumber: RawRepresentable, Sendable, Hashable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The line is not JSON.
    package static let parse = ErrorNumber(rawValue: -32700)
    /// The line is JSON but no message.
    package static let invalidRequest = ErrorNumber(rawValue: -32600)
    package static let methodNotFound = ErrorNumber(rawValue: -32601)
    package static let invalidParams = ErrorNumber(rawValue: -32602)
    package static let `internal` = ErrorNumber(rawValue: -32603)

    /// No version of the protocol, or of the API, is common to both sides.
    package static let unsupportedVersion = ErrorNumber(rawValue: -32001)
    /// A request came before `initialize`, or `initialize` a second time.
    package static let initialization = ErrorNumber(rawValue: -32002)
    package static let lineTooLong = ErrorNumber(rawValue: -32003)
    /// The port cannot make an instance so configured.
    package static let sessionRefused = ErrorNumber(rawValue: -32010)
    package static let unknownSession = ErrorNumber(rawValue: -32011)
    package static let sessionExists = ErrorNumber(rawValue: -32012)
    package static let tooManySessions = ErrorNumber(rawValue: -32013)
    package static let callThrew = ErrorNumber(rawValue: -32020)
    /// The port does not implement the call.
    package static let unsupportedCall = ErrorNumber(rawValue: -32021)
    /// The adapter did not announce the feature that the request needs.
    package static let unsupportedFeature = ErrorNumber(rawValue: -32022)
    /// The request was cancelled by `cancel`.
    package static let cancelled = ErrorNumber(rawValue: -32800)
}
