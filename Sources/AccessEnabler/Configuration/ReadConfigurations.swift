internal import XML

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What the service providers' configurations said when they were read last.
///
/// Some applications call setRequestor again and again, and are mostly sent what they were sent before: what has come
/// byte for byte the same a few times is kept, and not read again. Others configure once, and are spared the memory.
struct ReadConfigurations: Sendable {
    private struct Reading: Sendable {
        /// Of the bytes.
        var hash: Int
        /// How often in succession bytes of that hash have come.
        var times: Int
        /// With all its MVPDs.
        var kept: (body: [UInt8], document: ConfigurationDocument)?
    }

    private var last: [ServiceProvider: Reading] = [:]
    private static let timesBeforeKeeping = 4

    /// What `body` says, with all its MVPDs or without those that are of no interest.
    ///
    /// To leave them out saves most of the reading where providers list the same; what is kept has them all, for others
    /// may be of interest the next time.
    mutating func read(
        _ body: [UInt8], from provider: ServiceProvider, leavingOut isLeftOut: (_ id: String) -> Bool
    ) throws(XMLError) -> ConfigurationDocument {
        if let kept = last[provider]?.kept, Self.areSame(kept.body, body) { return kept.document }
        let hash = body.hashValue
        let before = last[provider].map { $0.hash == hash ? $0.times : 0 } ?? 0
        let isKept = before + 1 >= Self.timesBeforeKeeping
        let document = try ConfigurationDocument.read(body) { id in !isKept && isLeftOut(id) }
        last[provider] = Reading(hash: hash, times: before + 1, kept: isKept ? (body, document) : nil)
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
