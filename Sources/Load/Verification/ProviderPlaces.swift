/// Which of a run's service providers a URL leads to.
struct ProviderPlaces: Sendable {
    private let places: [Substring: Int]

    /// - Parameter bases: their base URLs; of those that are equal the first counts.
    init(_ bases: [String]) {
        places = Dictionary(bases.enumerated().map { ($1[...], $0) }) { first, _ in first }
    }

    /// The provider's place; nil for a URL of none of them.
    subscript(url: String) -> Int? {
        var slashes = 0
        let path = url.utf8.firstIndex { byte in
            if byte == UInt8(ascii: "/") { slashes += 1 }
            return slashes == 3
        }
        return places[url[..<(path ?? url.endIndex)]]
    }
}
