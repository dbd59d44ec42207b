import AccessEnablerAPI
import ServiceProtocol
import Specification

extension Fixture {
    /// What the steps find there beside the providers, as far as it is not as in every case: each with what it is about.
    var peculiarities: [(label: String, text: String)] {
        let usual = Fixture(providers: [])
        var words: [(String, String?)] = []
        words.append(("default", defaultProvider))
        let rules = resources.sorted { $0.key < $1.key }.map { name, rule in
            switch rule {
            case .granted: return "\(name) is granted"
            case .denied(let message):
                return "\(name) is denied" + (deniers[name].map { " by \($0.joined(separator: ", "))" } ?? "")
                    + (message.isEmpty ? "" : " with the words '\(message)'")
            }
        }
        words.append(("left out", leftOut.isEmpty ? nil : "\(leftOut.joined(separator: ", ")), of preauthorizations"))
        words.append(("users", hasDashedGUIDs ? "are known by GUIDs that look like no hash" : nil))
        words.append(("charset", tellsCharset ? nil : "replies do not say in which characters they are"))
        words.append(("resources", rules.isEmpty ? nil : rules.joined(separator: "; ")))
        let metadata = userMetadata.sorted { $0.key < $1.key }.map { name, value in
            "\(name) \(value.text)" + (encryptedMetadata.contains(name) ? " (encrypted)" : "")
        }
        let later = authorizationMetadata.sorted { $0.key < $1.key }.map {
            "\($0) \($1.text), told with an authorization"
        }
        words.append(("metadata", metadata.isEmpty && later.isEmpty ? nil : (metadata + later).joined(separator: "; ")))
        let lifetimes = [
            ("a login", authenticationLifetime, usual.authenticationLifetime),
            ("an authorization", authorizationLifetime, usual.authorizationLifetime),
            ("a media token", mediaTokenLifetime, usual.mediaTokenLifetime),
        ].filter { $0.1 != $0.2 }.map { "\($0.0) is good for \($0.1)" }
        words.append(("lifetimes", lifetimes.isEmpty ? nil : lifetimes.joined(separator: "; ")))
        words.append(("account", platform?.words))
        words.append(("names", hasOddNames ? "with capitals, blanks, signs and other scripts in them" : nil))
        words.append(("tokens", tokenOffset == .zero ? nil : "print dates \(tokenOffset) from GMT"))
        words.append(("statement", softwareStatement.map { "the software statement is \($0)" }))
        words.append(("storage", persistentStorage ? "lasts from one run of the application to the next" : nil))
        words.append(("check", storageCheck?.rawValue))
        words.append(("damage", damagedAuthorizations ? "authorizations cannot be read after a restart" : nil))
        words.append(("clock", clockAhead == .zero ? nil : "\(clockAhead) ahead after a restart"))
        words.append(("earlier", earlierVersion.map { "release \($0) up to the first restart" }))
        let omitted = omittedCallbacks.sorted().map(\.rawValue).joined(separator: ", ")
        words.append(("left out", omitted.isEmpty ? nil : omitted))
        return words.compactMap { label, text in text.map { (label, $0) } }
    }

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
