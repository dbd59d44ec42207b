package import Documents
package import Specification

package enum LoadProfiles {
    /// Reads every profile below `folder`; blocks.
    ///
    /// A folder that is not there has none.
    package static func read(
        folder: String, cases: [Case], diagnostics: Diagnostics
    ) throws(FileError) -> [LoadProfile] {
        guard Folder.exists(folder) else { return [] }
        let reader = LoadProfileReader(cases: cases)
        var profiles: [LoadProfile] = []
        for path in try Folder.files(below: folder, ending: ".yaml") {
            guard let profile = try read(path, reader, diagnostics) else { continue }
            if let other = profiles.first(where: { $0.id == profile.id }) {
                diagnostics.report("the id '\(profile.id)' is taken by \(other.file)", file: path, at: nil)
            }
            profiles.append(profile)
        }
        return profiles
    }

    /// Reads one file; blocks.
    package static func read(
        file: String, cases: [Case], diagnostics: Diagnostics
    ) throws(FileError) -> LoadProfile? {
        try read(file, LoadProfileReader(cases: cases), diagnostics)
    }

    private static func read(
        _ path: String, _ reader: LoadProfileReader, _ diagnostics: Diagnostics
    ) throws(FileError) -> LoadProfile? {
        let bytes = try File.read(path)
        do throws(Diagnostic) {
            return reader.profile(in: try YAML.read(bytes, file: path), file: path, diagnostics: diagnostics)
        } catch {
            diagnostics.report(error)
            return nil
        }
    }
}
