internal import Cryptography
internal import Encodings

extension Variant {
    /// So many of them, as the seed decides.
    package static func some(_ count: Int, of variants: [Variant], seed: UInt64) -> [Variant] {
        Array(variants.map { (place($0.id, seed), $0) }.sorted { $0.0 < $1.0 }.map(\.1).prefix(count))
    }

    /// So many combinations of two, as the seed decides.
    package static func pairs(_ count: Int, of variants: [Variant], seed: UInt64) -> [Variant] {
        let all = variants.indices.flatMap { first in
            variants.indices.dropFirst(first + 1).map { variants[first].and(variants[$0]) }
        }
        return some(count, of: all, seed: seed)
    }

    private static func place(_ id: String, _ seed: UInt64) -> String {
        Hex.encode(Digest.sha256(Array("\(seed) \(id)".utf8)))
    }
}
