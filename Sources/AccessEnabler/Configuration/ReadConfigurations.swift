internal import XML

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A configuration as it was read; an object, because a copy of a document counts the references of all its parts.
final class ReadConfiguration: Sendable {
    let document: ConfigurationDocument
    /// Those of its MVPDs.
    let ids: [String]
    /// The same as one text, in one piece of memory: most configurations are looked at for nothing else.
    let list: [UInt8]
    /// What was read, where that is kept.
    fileprivate let body: [UInt8]

    init(_ document: ConfigurationDocument, body: [UInt8] = []) {
        self.document = document
        ids = document.mvpds.map(\.id)
        // No XML has the character that parts them.
        list = Array(ids.joined(separator: "\0").utf8)
        self.body = body
    }
}

/// What the service providers' configurations said when they were read last.
///
/// Some applications call setRequestor again and again, and are mostly sent what they were sent before: what has come
/// byte for byte the same a few times is kept, and not read again. Others configure once, and are spared the memory.
struct ReadConfigurations: Sendable {
    /// Of one service provider.
    private struct Reading: Sendable {
        /// Of the bytes.
        var hash: Int
        /// How often in succession bytes of that hash have come.
        var times: Int
        var kept: ReadConfiguration?
        /// The merge of what is kept and nothing else, once it was asked for.
        var alone: ConfigurationMerge?

        // Mutating, so that what is kept is looked at in its place: a copy would count the references of all of it.
        mutating func kept(for body: [UInt8]) -> ReadConfiguration? {
            guard let kept, ReadConfigurations.areSame(kept.body, body) else { return nil }
            return kept
        }

        mutating func merge(of read: ReadConfiguration, from provider: ServiceProvider) -> ConfigurationMerge {
            if let alone { return alone }
            let merge = ConfigurationMerge(read, from: provider)
            if kept != nil { alone = merge }
            return merge
        }
    }

    private var last: [ServiceProvider: Reading] = [:]
    private static let timesBeforeKeeping = 4

    /// What `body` says, with all its MVPDs or without those that are of no interest.
    ///
    /// To leave them out saves most of the reading where providers list the same; what is kept has them all, for others
    /// may be of interest the next time.
    mutating func read(
        _ body: [UInt8], from provider: ServiceProvider, by wire: any ServiceWire = SDKWire(),
        leavingOut isLeftOut: (_ id: String) -> Bool
    ) throws -> ReadConfiguration {
        let hash: Int
        var times = 1
        if let place = last.index(forKey: provider) {
            if let kept = last.values[place].kept(for: body) { return kept }
            hash = Self.hash(of: body)
            if last.values[place].hash == hash { times += last.values[place].times }
        } else {
            hash = Self.hash(of: body)
        }
        let isKept = times >= Self.timesBeforeKeeping
        let document = try wire.readConfiguration(body) { id in !isKept && isLeftOut(id) }
        // A copy of its own has no more room than it needs.
        let read = ReadConfiguration(document, body: isKept ? unsafe body.withUnsafeBytes { unsafe Array($0) } : [])
        last[provider] = Reading(hash: hash, times: times, kept: isKept ? read : nil)
        return read
    }

    /// The merge of what was just read and nothing else: what the fastest responder begins.
    mutating func merge(of read: ReadConfiguration, from provider: ServiceProvider) -> ConfigurationMerge {
        guard let place = last.index(forKey: provider) else { return ConfigurationMerge(read, from: provider) }
        return last.values[place].merge(of: read, from: provider)
    }

    /// Many bytes at once, where `hashValue` takes one after the other.
    private static func hash(of bytes: [UInt8]) -> Int {
        var hasher = Hasher()
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }

    /// Many bytes at once, where `==` compares one after the other.
    static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        unsafe one.withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in
                guard one.count == other.count else { return false }
                guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
                return unsafe memcmp(start, otherStart, one.count) == 0
            }
        }
    }
}
