internal import Documents

/// Why a service request has no reply that its flow could read.
enum ServiceFailure: Error, Sendable, Hashable {
    /// The software statement was not accepted (R400).
    case registrationRefused
    /// No access token could be had, or none that the service accepts (R401).
    case accessRefused
    /// The service answered a registration with a server error.
    case serverError(Int)
    case network(NetworkFailure)
    /// The answer is not what was asked for.
    case unreadable

    /// One sentence for the application's `errorDescription`.
    var explanation: String {
        switch self {
        case .registrationRefused: "the software statement was refused"
        case .accessRefused: "no access token was granted"
        case .serverError(let status): "the service answered \(status)"
        case .network(let failure): failure.message
        case .unreadable: "the service's answer cannot be read"
        }
    }
}

typealias ServiceReply = Result<NetworkReply, ServiceFailure>

extension NetworkReply {
    var text: String { String(decoding: body, as: UTF8.self) }

    var isSuccess: Bool { (200..<300).contains(status) }

    /// A successful answer in JSON.
    var document: JSON? { isSuccess ? try? JSON.parse(body) : nil }

    /// The `error` member of a JSON body, as client registration and access control answer with.
    var errorName: String? {
        guard body.first == UInt8(ascii: "{") else { return nil }
        return (try? JSON.parse(body))?["error"]?.string
    }
}
