import Documents
import POSIX

/// A program of the machine, run to its end.
enum Program {
    /// Whether programs of these names are where programs are.
    static func areInstalled(_ names: String...) -> Bool {
        names.allSatisfy { name in
            ["/usr/bin/", "/usr/local/bin/", "/bin/", "/opt/homebrew/bin/"].contains { Folder.exists($0 + name) }
        }
    }

    struct Ended: Sendable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// - Parameter input: what the program reads from its standard input.
    static func run(_ command: [String], input: String = "", environment: [String: String] = [:]) async throws -> Ended
    {
        let lines = Monitor<[String]>([])
        var options = ChildProcess.Options()
        options.environment = environment
        let child = try ChildProcess(command, options: options) { event in
            if case .line(let line) = event { lines.change { $0.append(String(decoding: line, as: UTF8.self)) } }
        }
        if !input.isEmpty { child.send(line: Array(input.utf8)) }
        child.endInput()
        let status = await child.exit()
        var code: Int32 = -1
        if case .exited(let number) = status { code = number }
        return Ended(
            status: code, output: lines.wait { $0 }.joined(separator: "\n"),
            errors: child.lastErrorLines.joined(separator: "\n"))
    }
}
