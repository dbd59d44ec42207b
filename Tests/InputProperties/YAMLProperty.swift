internal import Backend
internal import Documents
internal import Load
internal import Specification

/// Files in YAML with a meaning; reads the project's own specs, which are below the folder that it is run in.
struct YAMLProperty {
    static let shared = YAMLProperty()

    private let specifications: Specifications?
    private static let dialect = Specifications.Dialect(checks: [])

    private init() {
        specifications = try? Specifications.read(folder: "Specs", dialect: Self.dialect, diagnostics: Diagnostics())
    }

    func objection(to bytes: [UInt8]) -> String? {
        if let objection = Self.objection(to: mistakes(ofWorld: bytes), in: bytes) { return objection }
        guard let document = try? YAML.read(bytes, file: "input") else { return nil }
        let diagnostics = Diagnostics()
        _ = LoadProfileReader(cases: specifications?.catalog.cases ?? []).profile(
            in: document, file: "input", diagnostics: diagnostics)
        _ = specifications?.cases(
            in: [Catalog.File(path: "input", area: "input", bytes: bytes)], dialect: Self.dialect,
            diagnostics: diagnostics)
        return Self.objection(to: diagnostics.sorted, in: bytes)
    }

    private func mistakes(ofWorld bytes: [UInt8]) -> [Diagnostic] {
        do throws(DiagnosticList) {
            _ = try WorldFile.read(bytes, file: "input")
            return []
        } catch {
            return error.diagnostics
        }
    }

    private static func objection(to diagnostics: [Diagnostic], in bytes: [UInt8]) -> String? {
        let lines = bytes.count + 1
        let wrong = diagnostics.first { diagnostic in
            diagnostic.message.isEmpty
                || diagnostic.mark.map { !(1...lines).contains($0.line) || $0.column < 1 } ?? false
        }
        return wrong.map { "a mistake that says nothing or is nowhere: \($0)" }
    }
}
