import Documents

/// What a run was made with, in words.
enum MachineText {
    /// By what it is of.
    static var environment: [String: String] {
        var environment = ["assay": assayVersion, "system": system]
        if let commit = VersionCommand.commit { environment["commit"] = commit }
        for (name, release) in VersionCommand.libraries { environment[name] = release }
        return environment
    }

    /// `Linux 6.1.0-18-amd64, Debian GNU/Linux 12 (bookworm)`.
    private static var system: String {
        let kernel = line("/proc/sys/kernel/ostype") + " " + line("/proc/sys/kernel/osrelease")
        let release = text("/etc/os-release").split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        let name = release?.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } ?? ""
        return name.isEmpty ? kernel : kernel + ", " + name
    }

    private static func line(_ path: String) -> String { String(text(path).prefix { !$0.isNewline }) }

    private static func text(_ path: String) -> String {
        String(decoding: (try? File.read(path, maximumBytes: 1 << 16)) ?? [], as: UTF8.self)
    }
}
