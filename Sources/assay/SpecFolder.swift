import Checkers
import Cryptography
import Documents
import Encodings
import Evidence
import Glibc
import Load
import Reports
import Specification
import Synchronization

/// The folder with the specs, and how it is found and read.
struct SpecFolder: Sendable {
    let path: String
    var specifications: Specifications
    let profiles: [LoadProfile]
    let diagnostics: [Diagnostic]

    /// The area of contracts that are no part of a folder of specs.
    static let foreignArea = "explored"

    /// What this process has read, by path and digest: commands that run others, and tests, ask for it again, also while
    /// it is being read.
    private static let known = Mutex<[String: SpecFolder]>([:])

    /// Reads the folder `path`, or the one that belongs to the tool; mistakes in it are in `diagnostics`.
    ///
    /// Of a contract's file the contract is all that there is to run, by the statements of the tool's own folder.
    static func read(_ path: String?) throws(ToolError) -> SpecFolder {
        if let path, path.hasSuffix(".yaml") { return try read(contract: path) }
        let folder: String
        if let path { folder = path } else { folder = try find() }
        let key = try folder + "\n" + digest(of: folder)
        return try known.withLock { known throws(ToolError) in
            if let found = known[key] { return found }
            let found = try read(folder: folder)
            known[key] = found
            return found
        }
    }

    private static func read(folder: String) throws(ToolError) -> SpecFolder {
        let diagnostics = Diagnostics()
        return try saying("the specs cannot be read", as: .usage) {
            let specifications = try Specifications.read(folder: folder, dialect: dialect, diagnostics: diagnostics)
            let profiles = try LoadProfiles.read(
                folder: folder + "/load", cases: specifications.catalog.cases, diagnostics: diagnostics)
            return SpecFolder(
                path: folder, specifications: specifications, profiles: profiles, diagnostics: diagnostics.sorted)
        }
    }

    /// The folder that is meant.
    static func path(_ path: String?) throws(ToolError) -> String {
        if let path, !path.hasSuffix(".yaml") { return path }
        return try find()
    }

    private static func read(contract file: String) throws(ToolError) -> SpecFolder {
        let bytes = try saying("the contract cannot be read", as: .usage) { try File.read(file) }
        let own = try readSound(nil)
        let diagnostics = Diagnostics()
        var specifications = own.specifications
        specifications.catalog.cases = specifications.cases(
            in: [Catalog.File(path: file, area: foreignArea, bytes: bytes)], dialect: dialect, diagnostics: diagnostics)
        return SpecFolder(
            path: own.path, specifications: specifications, profiles: own.profiles, diagnostics: diagnostics.sorted)
    }

    /// The same, where there must be no mistake.
    static func readSound(_ path: String?) throws(ToolError) -> SpecFolder {
        let folder = try read(path)
        guard folder.diagnostics.isEmpty else {
            let list = folder.diagnostics.map(\.description).joined(separator: "\n")
            throw .input(
                "the specs have \(Prose.count(folder.diagnostics.count, "mistake")), and nothing was run\n\(list)")
        }
        return folder
    }

    /// The profile with that id, or the one of a file.
    func profile(named name: String) throws(ToolError) -> LoadProfile {
        if let profile = profiles.first(where: { $0.id == name }) { return profile }
        guard name.hasSuffix(".yaml") || name.contains("/") else {
            let names = profiles.map(\.id)
            let hint = suggestion(for: name, among: names)
            throw .usage(
                .impossible(
                    "unknown profile '\(name)'"
                        + (hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)))
        }
        return try profile(file: name)
    }

    /// Reads the profile of a file, in which there must be no mistake.
    func profile(file: String) throws(ToolError) -> LoadProfile {
        let diagnostics = Diagnostics()
        let profile = try saying("the profile cannot be read", as: .usage) {
            try LoadProfiles.read(file: file, cases: specifications.catalog.cases, diagnostics: diagnostics)
        }
        guard let profile, diagnostics.isEmpty else {
            throw .input(diagnostics.sorted.map(\.description).joined(separator: "\n"))
        }
        return profile
    }

    /// Refuses what was made with specs of another digest; `what` says how: `the parts were made with`.
    func refuse(unless digest: String, _ what: String) throws(ToolError) {
        let own = try self.digest()
        guard own != digest else { return }
        throw .input(
            "\(what) other specs: their digest is \(digest), and \(path) has \(own); name the run's own with --specs")
    }

    /// The SHA-256 of everything that decides verdicts and loads, whatever folder it is in, in hexadecimal digits.
    func digest() throws(ToolError) -> String { try Self.digest(of: path) }

    /// The same of a folder that need not be read for it.
    static func digest(of path: String) throws(ToolError) -> String {
        try saying("the specs cannot be read", as: .usage) { Hex.encode(try digest(of: [path], in: path)) }
    }

    /// The SHA-256 of the names, as they are in `path`, and of the bytes of what is in some folders there.
    static func digest(of folders: [String], in path: String) throws(FileError) -> [UInt8] {
        var sums: [UInt8] = []
        for folder in folders {
            for file in try Folder.files(below: folder, ending: ".yaml") {
                sums += Digest.sha256(Array(file.utf8.dropFirst(path.utf8.count)))
                sums += Digest.sha256(try File.read(file))
            }
        }
        return Digest.sha256(sums)
    }

    static let dialect = Specifications.Dialect(checks: Judge.checks, rules: Judge.rulesByStatement)

    /// `Specs` in the current folder, those that the tool carries, or those in a folder above its own file.
    private static func find() throws(ToolError) -> String {
        if isSpecs("Specs") { return "Specs" }
        if isSpecs(CarriedFiles.root + "Specs") { return CarriedFiles.root + "Specs" }
        var place = Executable.path[...]
        while let slash = place.lastIndex(of: "/") {
            place = place[..<slash]
            let candidate = place + "/Specs"
            if isSpecs(candidate) { return String(candidate) }
        }
        throw .input("there is no folder 'Specs' here or above the tool, which carries none; name it with --specs")
    }

    private static func isSpecs(_ path: some StringProtocol) -> Bool {
        Folder.exists(path + "/statements") && Folder.exists(path + "/contracts")
    }
}

/// The tool's own file.
enum Executable {
    /// Its path; on Linux from the kernel, elsewhere as it was typed.
    static let path: String = {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return CommandLine.arguments.first ?? "assay" }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
}
