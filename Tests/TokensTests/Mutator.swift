/// Damages texts, the same way every time for the same seed.
struct Mutator {
    private var state: UInt64

    /// What a parser may stumble over.
    private static let morsels: [[UInt8]] =
        [
            "<", ">", "&", "\"", "'", "=", "&amp;", "&lt;", "&#0;", "&#x10FFFF;", "&#xD800;", "&undefined;",
            "<![CDATA[", "]]>",
            "<!--", "-->", "<?xml version='1.0' encoding='UTF-16'?>", "<?p ?>", "<!DOCTYPE a>",
            "<!DOCTYPE a [<!ENTITY b 'c'>]>", "xmlns='u'", "xmlns:p='u'", " a='b'", "</", "/>", "<signatureInfo>",
            "</signatureInfo>", "<authToken>", "</authToken>", "\r\n", "\t", "é", "\u{1F4FA}", "9999999999999999", "-1",
        ].map { Array($0.utf8) } + [
            [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xEF, 0xBB, 0xBF],
        ]

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ limit: Int) -> Int {
        limit <= 0 ? 0 : Int(next() % UInt64(limit))
    }

    /// One text of the corpus, damaged in one to four places.
    mutating func damage(_ corpus: [[UInt8]]) -> [UInt8] {
        var bytes = corpus[below(corpus.count)]
        for _ in 0...below(4) {
            let place = below(bytes.count + 1)
            let end = min(bytes.count, place + 1 + below(below(8) == 0 ? bytes.count : 8))
            switch below(8) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
            case 1: bytes.insert(contentsOf: Self.morsels[below(Self.morsels.count)], at: place)
            case 2: bytes.replaceSubrange(place..<end, with: Self.morsels[below(Self.morsels.count)])
            case 3: bytes.removeSubrange(place..<end)
            case 4: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count + 1))
            case 5:
                let other = corpus[below(corpus.count)]
                let start = below(other.count)
                bytes.insert(contentsOf: other[start..<min(other.count, start + below(64))], at: place)
            case 6:
                bytes.insert(contentsOf: repeatElement(UInt8(truncatingIfNeeded: next()), count: below(64)), at: place)
            default: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: next()) }
            }
        }
        return bytes
    }
}
