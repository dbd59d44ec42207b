internal import XML

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the service providers' configurations said when they were read last.
///
/// Applications call setRequestor again and again, and are mostly sent what they were sent before: a reply that is byte
/// for byte the provider's last is not read again.
struct ReadConfigurations: Sendable {
    private struct Reading: Sendable {
        var body: [UInt8]
        var document: ConfigurationDocument
        /// Whether the document has all its MVPDs.
        var isWhole: Bool
    }

    private var last: [ServiceProvider: Reading] = [:]

    /// What `body` says, with all its MVPDs or without those that are of no interest.
    ///
    /// The first time these are left out, which saves most of the reading where providers list the same; when the same
    /// comes again it is read as a whole, for others may be of interest then, and that serves from then on.
    mutating func read(
        _ body: [UInt8], from provider: ServiceProvider, leavingOut isLeftOut: (_ id: String) -> Bool
    ) throws(XMLError) -> ConfigurationDocument {
        let isKnown: Bool
        if let reading = last[provider], Self.areSame(reading.body, body) {
            if reading.isWhole { return reading.document }
            isKnown = true
        } else {
            isKnown = false
        }
        var isWhole = true
        let document = try ConfigurationDocument.read(body) { id in
            guard !isKnown, isLeftOut(id) else { return false }
            isWhole = false
            return true
        }
        last[provider] = Reading(body: body, document: document, isWhole: isWhole)
        return document
    }

    /// Many bytes at once, where `==` compares one after the other.
    private static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        unsafe one.withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in
                guard one.count == other.count else { return false }
                guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
                return unsafe memcmp(start, otherStart, one.count) == 0
            }
        }
    }
}
