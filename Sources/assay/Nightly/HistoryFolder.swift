import Cryptography
import Documents
import Encodings
import Evidence
import Glibc
import Reports

/// The folder of a history: the runs in it, and the small files that are kept of each.
struct HistoryFolder {
    let path: String
    /// Where the small files are.
    let kept: String
    /// What could not be read, and why.
    private(set) var problems: [String] = []
    private(set) var nights: [Night] = []
    private(set) var lists: [String: CaseList] = [:]
    /// How many reports were read anew.
    private(set) var added = 0

    private static let ending = ".night.json"

    init(_ path: String, kept: String?) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.kept = kept ?? self.path + "/kept-nights"
    }

    /// Reads what is kept, and then the runs of which nothing is kept, or something else.
    mutating func read() throws(ToolError) {
        guard Folder.exists(path + "/.") else { throw .input("\(path): there is no such folder") }
        try saying("the history cannot be read", as: .usage) {
            try readKept()
            var known = Dictionary(nights.enumerated().map { ($1.source.folder, $0) }) { first, _ in first }
            for folder in try Self.runs(below: path, apart: kept) {
                let own = folder == path ? "." : String(folder.dropFirst(path.count + 1))
                guard let source = Self.source(of: folder + "/report.json", folder: own) else { continue }
                if let index = known[own], nights[index].source == source, hasLists(nights[index]),
                    Self.hasFigures(nights[index], of: folder)
                {
                    continue
                }
                guard let night = take(folder, source) else { continue }
                if let index = known[own] {
                    nights[index] = night
                } else {
                    known[own] = nights.count
                    nights.append(night)
                }
                added += 1
            }
        }
    }

    /// Whether the night's lists of cases are still there.
    private func hasLists(_ night: Night) -> Bool { night.runs.allSatisfy { lists[$0.cases] != nil } }

    /// Whether what is in a night's folder beside its report is kept of it: some of it comes after the first history.
    private static func hasFigures(_ night: Night, of folder: String) -> Bool {
        (night.strength != nil || strength(in: folder) == nil) && (night.coverage != nil || coverage(in: folder) == nil)
    }

    private static func strength(in folder: String) -> Night.Share? {
        (try? File.read(folder + "/matrix.csv")).flatMap(Night.strength)
    }

    private static func coverage(in folder: String) -> Night.Share? {
        (try? File.read(folder + "/coverage.json")).flatMap(Night.coverage)
    }

    private mutating func readKept() throws(FileError) {
        guard Folder.exists(kept + "/.") else { return }
        for name in try Folder.names(in: kept).sorted() where name.hasSuffix(".json") {
            let file = kept + "/" + name
            do {
                let bytes = try File.read(file, maximumBytes: 64 << 20)
                if name.hasSuffix(Self.ending) {
                    nights.append(try Night.read(bytes, file: file))
                } else if name.hasPrefix("cases-") {
                    let key = String(name.dropFirst(6).dropLast(5))
                    lists[key] = try CaseList.read(bytes, key: key, file: file)
                }
            } catch {
                problems.append("\(error)")
                unread.insert(file)
            }
        }
    }

    /// The folders with a `report.json`, not those within such a folder: the runs of several have one of their own.
    private static func runs(below path: String, apart kept: String) throws(FileError) -> [String] {
        var found: [String] = []
        var folders = [path]
        while let folder = folders.popLast() {
            if Folder.exists(folder + "/report.json") {
                found.append(folder)
                // The history may be in the folder of its latest run.
                if folder != path { continue }
            }
            for name in try Folder.names(in: folder) where !name.hasPrefix(".") {
                let entry = folder + "/" + name
                if entry != kept, isFolder(entry) { folders.append(entry) }
            }
        }
        return found.sorted()
    }

    /// Links are not followed: they may lead round in a circle.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func source(of file: String, folder: String) -> Night.Source? {
        File.stamp(file).map { Night.Source(folder: folder, bytes: $0.bytes, modified: $0.modified) }
    }

    /// What is to be kept of a run; nil where its report cannot be read, which is told, for a part of a load run, which its
    /// whole tells of, and for a run of two implementations or of a search, which is no night of a port.
    private mutating func take(_ folder: String, _ source: Night.Source) -> Night? {
        let file = folder + "/report.json"
        do {
            let bytes = try File.read(file, maximumBytes: 1 << 30)
            var night: Night
            let json = try JSON.parse(bytes, file: file, limits: JSON.Limits(maximumBytes: 1 << 30))
            if try LoadReportFile.isOne(json, file) {
                guard json["record"]?["of"] == 1 else { return nil }
                night = try Night.made(ofLoad: bytes, file: file, source: source)
            } else {
                let report = try SavedReport.read(bytes, file: file)
                let digest = { (bytes: [UInt8]) in Hex.encode(Digest.sha256(bytes)) }
                guard let made = Night.made(of: report, source: source, digest: digest) else {
                    problems.append("\(file): it has no run")
                    return nil
                }
                night = made.night
                for list in made.lists where lists[list.key] == nil {
                    lists[list.key] = list
                    newLists.append(list)
                }
            }
            (night.strength, night.coverage) = (Self.strength(in: folder), Self.coverage(in: folder))
            newNights.append(night)
            return night
        } catch let error as ToolError {
            problems.append(error.message)
            return nil
        } catch {
            problems.append("\(error)")
            return nil
        }
    }

    private var newNights: [Night] = []
    private var newLists: [CaseList] = []
    /// What is kept and cannot be read: another release may have written it, so it stays.
    private var unread: Set<String> = []

    /// Keeps what was read anew; nothing of others is overwritten.
    func keep() throws(ToolError) {
        guard !newNights.isEmpty else { return }
        try saying("nothing can be kept of the nights") { try Folder.create(kept) }
        for list in newLists { try keep(list.json, in: "cases-\(list.key).json") }
        for night in newNights {
            // A folder has one file, however often its report changes.
            let name = Hex.encode(Digest.sha256(Array(night.source.folder.utf8))).prefix(16)
            try keep(night.json, in: name + Self.ending)
        }
    }

    private func keep(_ json: JSON, in name: String) throws(ToolError) {
        let file = kept + "/" + name
        if !unread.contains(file) { try OwnFile.write(json.compact + [0x0A], to: file) }
    }

    // MARK: - Links

    /// Leads from a page to the report of a run's folder; nil where that is gone.
    func link(from page: String) -> (String) -> String? {
        let place = page.lastIndex(of: "/").map { $0 == page.startIndex ? "/" : String(page[..<$0]) } ?? "."
        let start = Self.steps(from: Self.real(place), to: Self.real(path))
        return { [path] folder in
            let own = folder.split(separator: "/").filter { $0 != "." }.map(String.init)
            guard Folder.exists(([path] + own + ["report.html"]).joined(separator: "/")) else { return nil }
            return (start + own + ["report.html"]).map { PercentEncoding.encode($0) }.joined(separator: "/")
        }
    }

    private static func real(_ path: String) -> [Substring] {
        guard let raw = unsafe realpath(path, nil) else { return path.split(separator: "/") }
        defer { unsafe free(raw) }
        return unsafe String(cString: raw).split(separator: "/").map { Substring($0) }
    }

    /// Begins with a dot, so that nothing in it can be taken for a scheme.
    private static func steps(from start: [Substring], to end: [Substring]) -> [String] {
        let common = zip(start, end).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: start.count - common)
        return (up.isEmpty ? ["."] : up) + end.dropFirst(common).map(String.init)
    }
}
