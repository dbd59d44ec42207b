import Documents
import Glibc
import POSIX
import Synchronization

/// Where a secret comes from that a site file does not hold.
enum SiteSecret: Sendable, Hashable {
    /// A variable of the environment.
    case environment(String)
    /// What a command prints, as its first line.
    case command(String)

    /// nil, and reported, where neither is said.
    init?(_ reader: MappingReader) {
        guard let (key, value) = reader.exactlyOne(of: ["environment", "command"]), let text = value.string() else {
            return nil
        }
        self = key == "environment" ? .environment(text) : .command(text)
    }

    /// What it is; the error says of which secret, and never what it is.
    func value(of what: String) async throws(ToolError) -> String {
        switch self {
        case .environment(let name):
            guard let value = unsafe getenv(name).map({ unsafe String(cString: $0) }), !value.isEmpty else {
                throw .impossible("\(what) is to come from the environment, where \(name) is not set")
            }
            return value
        case .command(let command):
            return try await Self.firstLine(of: command, for: what)
        }
    }

    private static func firstLine(of command: String, for what: String) async throws(ToolError) -> String {
        let first = Mutex<String?>(nil)
        let child = try saying("\(what) is to come from a command, which cannot be run") {
            try ChildProcess(["/bin/sh", "-c", command]) { event in
                guard case .line(let bytes) = event else { return }
                first.withLock { $0 = $0 ?? String(decoding: bytes, as: UTF8.self) }
            }
        }
        child.endInput()
        let status = await child.exit()
        guard status == .exited(0), let value = first.withLock({ $0 }), !value.isEmpty else {
            throw .impossible("\(what) is to come from a command, which gave nothing: '\(command)'")
        }
        return value
    }
}
