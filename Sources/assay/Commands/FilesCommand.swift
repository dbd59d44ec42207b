import Documents
import Evidence

struct FilesCommand: Command {
    var name: String?
    var folder: String?

    static let name = "files"
    static let syntax = Syntax<Self>(
        "Lists or prints the specs, schemas and pages that the program carries.",
        notes: """
            assay files                           what there is
            assay files Documentation/install.md  one of them
            assay files --to FOLDER               all of them, to read or to change:
                                                  'assay run --specs FOLDER/Specs'
            """,
        .positional("file", sets: \.name, isRequired: false, help: "the file to print"),
        .option("--to", value: "folder", sets: \.folder, help: "write all files below this folder"))

    func run() async throws(ToolError) -> ExitCode {
        guard let files = CarriedFiles.own else {
            throw .broken(
                "this program carries no files: it was built in a checkout and not packed (Documentation/install.md)")
        }
        let console = Console()
        if let folder {
            guard name == nil else { throw .impossible("'--to' writes all files, and takes no other argument") }
            try write(files, to: folder)
            console.line("\(files.paths.count) files below \(folder)")
        } else if let name {
            guard let bytes = files[name] else {
                throw .impossible("there is no file '\(name)'" + suggestion(for: name, among: files.paths))
            }
            console.out(String(decoding: bytes, as: UTF8.self))
        } else {
            for path in files.paths { console.line(path) }
        }
        return .conformant
    }

    /// Writes into a folder that is empty or not there, so that nobody's files are lost.
    private func write(_ files: CarriedFiles, to folder: String) throws(ToolError) {
        let what = "the files cannot be written"
        let names = try saying(what) { Folder.exists(folder) ? try Folder.names(in: folder) : [] }
        guard names.isEmpty else { throw .impossible("\(folder) is not empty, and nothing was written") }
        try saying(what) {
            for path in files.paths {
                let parent = path.split(separator: "/").dropLast().joined(separator: "/")
                try Folder.create(folder + (parent.isEmpty ? "" : "/" + parent))
                try File.write(files[path] ?? [], to: folder + "/" + path)
            }
        }
    }
}
