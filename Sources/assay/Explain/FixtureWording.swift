import Specification

extension Fixture {
    /// The MVPDs with properties of their own, by which a verdict may be decided; empty where there are none.
    var properties: String {
        providers.compactMap { provider in
            let peculiar = provider.mvpds.filter { !$0.properties.isEmpty }
            return peculiar.isEmpty ? nil : provider.words(of: peculiar)
        }.joined(separator: "; ")
    }
}

extension Fixture.Provider {
    /// `sp1 lists A (authPerRequestor, iFrameWidth 600), B`.
    var words: String { words(of: mvpds) }

    fileprivate func words(of listings: [Fixture.Listing]) -> String {
        "\(name) lists \(listings.isEmpty ? "nothing" : listings.map(\.words).joined(separator: ", "))"
    }
}

extension Fixture.Listing {
    fileprivate var words: String {
        guard !properties.isEmpty else { return name }
        let texts = properties.sorted { $0.key < $1.key }.map { $1 == "true" ? $0 : "\($0) \($1)" }
        return "\(name) (\(texts.joined(separator: ", ")))"
    }
}
