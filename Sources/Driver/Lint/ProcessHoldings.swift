internal import Documents
internal import POSIX

/// What a process holds of its machine, as Linux tells it in `/proc`.
struct ProcessHoldings: Sendable, Hashable {
    /// Open files, sockets and pipes.
    var descriptors = 0
    var threads = 0

    /// Of all processes of the group: a program that was started may only have started the adapter.
    ///
    /// Throws where the system does not tell.
    ///
    /// `system` is the folder in which it does, a folder for each process.
    init(ofGroup group: Int, system: String) throws(FileError) {
        try add("\(system)/\(group)")
        for name in try Folder.names(in: system) {
            let process = "\(system)/\(name)"
            guard let number = Int(name), number != group, let fields = processFields(in: process), fields.count > 2,
                Int(fields[2]) == group
            else { continue }
            // It may be gone by now.
            try? add(process)
        }
    }

    private mutating func add(_ folder: String) throws(FileError) {
        descriptors += try Folder.names(in: folder + "/fd").count
        threads += try Folder.names(in: folder + "/task").count
    }
}
