import Documents
import Specification
import Testing

@testable import Load

/// What several tests of load start from.
enum LoadFixture {
    static let root = String(#filePath.dropLast("Tests/LoadTests/LoadFixture.swift".count))

    static func profile(_ text: String, cases: [Case] = []) throws -> LoadProfile {
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(text.utf8), file: "profile.yaml")
        let profile = LoadProfileReader(cases: cases).profile(
            in: document, file: "profile.yaml", diagnostics: diagnostics)
        try diagnostics.throwIfAny()
        return try #require(profile)
    }
}
