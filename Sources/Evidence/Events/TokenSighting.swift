/// A token that passed by, validated when it was seen, because it is not kept.
package struct TokenSighting: Sendable, Hashable {
    /// Where it was seen.
    package enum Place: String, Sendable, Hashable {
        /// A callback delivered it to the application.
        case callback
        /// A request of the port carried it.
        case request
        /// A service provider answered with it.
        case reply
    }

    package enum Kind: String, Sendable, Hashable {
        case authentication, authorization, media
    }

    /// Something that the validation said.
    package struct Remark: Sendable, Hashable {
        package enum Severity: String, Sendable, Hashable {
            /// The token is bad.
            case error
            case warning
            /// An element nobody documents, where one may be.
            case `extension`
            case note
        }

        package var severity: Severity
        /// The statement that says it, where one does.
        package var statement: String?
        /// Of the element, such as `/authToken/ttl`.
        package var path: String
        package var message: String

        package init(_ severity: Severity, statement: String? = nil, path: String = "/", message: String) {
            self.severity = severity
            self.statement = statement
            self.path = path
            self.message = message
        }
    }

    package var place: Place
    /// The request, or the one that the reply is to; nil for a callback.
    package var exchange: UInt64?
    /// `sha256:` and the first twelve digits of the token's hash, by which it is known again.
    package var digest: String
    /// Nil where it is none of the three.
    package var kind: Kind?
    /// The word of a verifier, such as `VALID_TOKEN`.
    package var result: String
    package var remarks: [Remark]
    /// What the elements say, where they are there.
    package var requestor: String?
    package var resource: String?
    package var mvpd: String?
    /// The hash of the authentication's GUID, in the form of `digest`.
    package var guid: String?
    /// How long it was still good for, in milliseconds; negative where it had expired.
    package var remaining: Int64?
    /// Whether its fingerprint is that of the device that the request names.
    package var isOfDevice: Bool?
    /// Whether the service provider was made to break its reply.
    package var isFaulty: Bool

    package init(
        _ place: Place, exchange: UInt64? = nil, digest: String, kind: Kind?, result: String, remarks: [Remark] = [],
        requestor: String? = nil, resource: String? = nil, mvpd: String? = nil, guid: String? = nil,
        remaining: Int64? = nil, isOfDevice: Bool? = nil, isFaulty: Bool = false
    ) {
        self.place = place
        self.exchange = exchange
        self.digest = digest
        self.kind = kind
        self.result = result
        self.remarks = remarks
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.guid = guid
        self.remaining = remaining
        self.isOfDevice = isOfDevice
        self.isFaulty = isFaulty
    }

    /// Whether somebody used it after its end.
    package var isUsedExpired: Bool { place != .reply && remaining ?? 0 < 0 }

    /// The word of a verifier, or how long ago a token without another fault had expired.
    package var state: String {
        guard isUsedExpired, errors.isEmpty, let remaining else { return result }
        let tenths = -remaining / 100
        return "expired \(tenths / 10).\(tenths % 10) s before it was \(place == .request ? "sent" : "delivered")"
    }

    /// What makes it a bad token.
    package var errors: [Remark] { remarks.filter { $0.severity == .error } }
}
