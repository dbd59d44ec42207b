import Evidence

extension SeededRandom {
    private static let digits = Array("0123456789abcdef".utf8)
    private static let codeAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

    /// Mixes `name` into the seed (FNV-1a), so that sessions with the same seed differ.
    init(seed: UInt64, name: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        self.init(seed: seed ^ hash)
    }

    /// So many digits in lower case.
    mutating func hex(_ count: Int) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(count)
        while text.count < count {
            var bits = next()
            for _ in 0..<min(16, count - text.count) {
                text.append(Self.digits[Int(bits & 15)])
                bits >>= 4
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// An identifier in the form 8-4-4-4-12.
    mutating func uuid() -> String {
        var text = Array(hex(32).utf8)
        for position in [20, 16, 12, 8] { text.insert(UInt8(ascii: "-"), at: position) }
        return String(decoding: text, as: UTF8.self)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// A registration code: seven letters and digits (service-protocol.md 4.1).
    mutating func registrationCode() -> String {
        let text = (0..<7).map { _ in Self.codeAlphabet[Int.random(in: 0..<Self.codeAlphabet.count, using: &self)] }
        return String(decoding: text, as: UTF8.self)
    }
}
