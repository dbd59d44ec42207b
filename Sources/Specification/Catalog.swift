package import Documents

/// All contracts of a folder, ready to be run.
package struct Catalog: Sendable {
    package var cases: [Case]

    /// A file of the folder: its path, the area it stands under, and its text.
    package struct File: Sendable {
        package var path: String
        package var area: String
        package var bytes: [UInt8]

        package init(path: String, area: String, bytes: [UInt8]) {
            self.path = path
            self.area = area
            self.bytes = bytes
        }
    }

    /// Reads the files in the order given; all mistakes of all files go to `diagnostics`.
    package static func read(_ files: [File], vocabulary: Vocabulary, diagnostics: Diagnostics) -> Catalog {
        let reader = ContractReader(vocabulary: vocabulary)
        var cases: [Case] = []
        var placeOfID: [String: String] = [:]
        for file in files {
            do throws(Diagnostic) {
                let document = try YAML.read(file.bytes, file: file.path)
                let read = reader.cases(in: document, area: file.area, file: file.path, diagnostics: diagnostics)
                if let first = read.first, let place = placeOfID.updateValue(file.path, forKey: first.contractID) {
                    diagnostics.report(
                        "the id '\(first.contractID)' is taken by \(place)", file: file.path, at: document.mark)
                }
                cases += read
            } catch {
                diagnostics.report(error)
            }
        }
        return Catalog(cases: cases)
    }
}
