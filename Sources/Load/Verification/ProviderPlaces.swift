/// Which of a run's service providers a URL leads to.
///
/// Asked for every reply that is processed, so that no text is made of the URL's beginning, and none is hashed.
struct ProviderPlaces: Sendable {
    private let bases: [[UInt8]]
    private let places: [UInt64: Int]

    /// - Parameter bases: their base URLs; of those that are equal the first counts.
    init(_ bases: [String]) {
        let bases = bases.map { Array($0.utf8) }
        self.bases = bases
        let marks = bases.map { base in unsafe base.withUnsafeBufferPointer { unsafe Self.mark($0, base.count) } }
        places = Dictionary(zip(marks, bases.indices)) { first, _ in first }
    }

    /// The provider's place; nil for a URL of none of them.
    subscript(url: String) -> Int? {
        let found = unsafe url.utf8.withContiguousStorageIfAvailable { unsafe self.place($0) }
        if let found { return found }
        return unsafe Array(url.utf8).withUnsafeBufferPointer { unsafe self.place($0) }
    }

    private func place(_ url: UnsafeBufferPointer<UInt8>) -> Int? {
        let end = unsafe Self.endOfBase(url)
        guard let place = unsafe places[Self.mark(url, end)], bases[place].count == end else { return nil }
        for index in 0..<end where unsafe bases[place][index] != url[index] { return nil }
        return place
    }

    /// Where the path begins: at the third slash, or at the end.
    private static func endOfBase(_ url: UnsafeBufferPointer<UInt8>) -> Int {
        var slashes = 0
        for index in url.indices where unsafe url[index] == UInt8(ascii: "/") {
            slashes += 1
            if slashes == 3 { return index }
        }
        return url.count
    }

    /// A number for the first `count` bytes, which others hardly have (FNV-1a).
    private static func mark(_ bytes: UnsafeBufferPointer<UInt8>, _ count: Int) -> UInt64 {
        var mark: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<count { mark = unsafe (mark ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        return mark
    }
}
