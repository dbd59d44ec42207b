import Documents
import Testing

struct CarriedFilesTests {
    /// An archive of one file, as `tar --format=ustar` writes it.
    private func archive(_ name: String, _ text: String, folder: String = "", kind: Character = "0") -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at start: Int) {
            for (index, byte) in text.utf8.enumerated() { header[start + index] = byte }
        }
        put(name, at: 0)
        let size = String(text.utf8.count, radix: 8)
        put(String(repeating: "0", count: 11 - size.count) + size, at: 124)
        put(String(kind), at: 156)
        put("ustar", at: 257)
        put(folder, at: 345)
        let padding = (512 - text.utf8.count % 512) % 512
        return header + Array(text.utf8) + [UInt8](repeating: 0, count: padding)
    }

    private let end = [UInt8](repeating: 0, count: 1_024)

    @Test func filesAreFoundByTheirWholePaths() throws {
        let bytes =
            archive("a.yaml", "one", folder: "Specs/x") + archive("Specs", "", kind: "5") + archive("b", "") + end
        let files = try #require(CarriedFiles(tar: bytes))
        #expect(files.paths == ["Specs/x/a.yaml", "b"])
        #expect(files["Specs/x/a.yaml"] == Array("one".utf8) && files["b"] == [] && files["a.yaml"] == nil)
    }

    @Test func whatIsCutShortOrSomethingElseCarriesNothing() {
        let bytes = archive("a", String(repeating: "x", count: 600)) + end
        #expect(CarriedFiles(tar: Array(bytes[..<700])) == nil)
        #expect(CarriedFiles(tar: end) == nil)
        #expect(CarriedFiles(tar: [UInt8](repeating: 0x41, count: 2_048)) == nil)
        #expect(CarriedFiles(tar: []) == nil)
    }

    @Test func aProgramWithoutAnArchiveCarriesNothing() {
        #expect(CarriedFiles(behind: "/proc/self/exe") == nil)
        #expect(CarriedFiles(behind: "/nonexistent") == nil)
    }

    @Test func pathsOfFilesThatAreNotCarriedAreMissing() {
        let path = CarriedFiles.root + "Specs/nothing.yaml"
        #expect(!Folder.exists(path))
        let error = #expect(throws: FileError.self) { try File.read(path) }
        #expect(error?.description == "assay:Specs/nothing.yaml: not among the files that assay carries")
        _ = #expect(throws: FileError.self) { try Folder.files(below: CarriedFiles.root + "Specs") }
    }
}
