import Documents
import Specification
import Testing

@testable import Load

/// What several tests of load start from.
enum LoadFixture {
    static let root = String(#filePath.dropLast("Tests/LoadTests/LoadFixture.swift".count))

    /// - Parameter text: a whole profile, or what follows the beginning that most have.
    static func profile(_ text: String, cases: [Case] = []) throws -> LoadProfile {
        let beginning = "schema: assay/load/2\nid: x\ntitle: X\nduration: 10s\narrivals: { rate: 100/s }\n"
        let diagnostics = Diagnostics()
        let document = try YAML.read(
            Array((text.hasPrefix("schema") ? text : beginning + text).utf8), file: "profile.yaml")
        let profile = LoadProfileReader(cases: cases).profile(
            in: document, file: "profile.yaml", diagnostics: diagnostics)
        try diagnostics.throwIfAny()
        return try #require(profile)
    }
}
