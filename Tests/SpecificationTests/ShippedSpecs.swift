import Documents
import Specification

/// The specs of this repository, as the tool reads them.
struct ShippedSpecs {
    let register: Register
    let table: APITable
    let mistakes: [String]

    /// Read once for all tests.
    static func read() throws -> ShippedSpecs { try reading.get() }

    private static let reading = Result { try ShippedSpecs() }

    private init() throws {
        let diagnostics = Diagnostics()
        register = Register.read(try Self.files("statements"), diagnostics: diagnostics)
        table = APITable.read(try Self.files("api"), register: register, diagnostics: diagnostics)
        mistakes = diagnostics.sorted.map(\.description)
    }

    /// The files of a folder of `Specs`, named from the repository's root.
    static func files(_ folder: String) throws -> [RegisterFile] {
        try RegisterFile.yaml(below: root + "Specs/" + folder).map { file in
            RegisterFile(path: String(file.path.dropFirst(root.count)), bytes: file.bytes)
        }
    }

    /// Where the repository is checked out, with a slash at the end.
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .map { $0 + "/" }.joined()
}
