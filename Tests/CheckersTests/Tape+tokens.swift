import AccessEnablerAPI
import Evidence
import ServiceProtocol

@testable import Checkers

extension Tape {
    /// A token passes by.
    mutating func see(
        _ place: TokenSighting.Place, _ digest: String, _ kind: TokenSighting.Kind = .media, error: String? = nil,
        remaining: Int64? = nil, asked purpose: Purpose? = nil, isOfDevice: Bool? = nil
    ) {
        let exchange = purpose.map { request($0, at: "sp1") }
        add(
            .tokenSeen(
                TokenSighting(
                    place, exchange: exchange, digest: "sha256:\(digest)", kind: kind,
                    result: error == nil ? "VALID_TOKEN" : "INVALID_TOKEN_FORMAT",
                    remarks: error.map { [.init(.error, statement: $0, message: "is wrong")] } ?? [],
                    remaining: remaining, isOfDevice: isOfDevice)))
    }

    /// The token for one resource is delivered for another.
    mutating func deliver(_ resource: String, tokenOf other: String) {
        see(.reply, "1")
        call(.getAuthorization, ("resource", .string(Self.value(resource))))
        callback(.setToken, ("token", "sha256:1"), ("resource", .string(Self.value(resource))))
        add(
            .tokenSeen(
                TokenSighting(
                    .callback, digest: "sha256:1", kind: .media, result: "VALID_TOKEN", resource: Self.value(other))))
    }
}
