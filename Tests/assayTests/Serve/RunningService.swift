import Documents
import POSIX
import Testing
import TestThreads

/// `assay serve` as a process of its own that has said that it is ready.
final class RunningService {
    private let tool: ChildProcess
    let ready: JSON

    /// - Parameters:
    ///   - command: `serve`, or `record` for gates before other services.
    ///   - stateFolder: where it keeps its keys if nothing else is said; nil: it keeps nothing.
    init(_ arguments: [String] = [], command: String = "serve", stateFolder: String? = nil) throws {
        let line = Monitor<[UInt8]?>(nil)
        var options = ChildProcess.Options()
        if let stateFolder { options.environment = ["XDG_STATE_HOME": stateFolder] }
        let state = stateFolder == nil && command == "serve" ? ["--no-state"] : []
        tool = try ChildProcess(
            [Self.path, command, "--json", "--quiet"] + state + arguments, options: options
        ) { event in
            switch event {
            case .line(let bytes): line.change { $0 = $0 ?? bytes }
            case .ended: line.change { $0 = $0 ?? [] }
            default: break
            }
        }
        #expect(MayBlock.isActive || Test.current == nil, "the suite needs .mayBlock")
        ready = try JSON.parse(line.wait { $0 })
    }

    /// The addresses of the service providers.
    var bases: [String] { ready["endpoints"]?.array?.compactMap { $0["url"]?.string } ?? [] }

    /// That of the first.
    var base: String { bases.first ?? "" }

    var publicKey: String { ready["publicKey"]?.string ?? "" }

    /// Interrupts it, and expects that it ends in good order.
    func end(_ location: SourceLocation = #_sourceLocation) async {
        tool.signal(.interrupt)
        let status = await tool.exit()
        #expect(status == .exited(0), "\(errors)", sourceLocation: location)
    }

    var errors: String { tool.lastErrorLines.joined(separator: "\n") }

    /// The tool, built beside the tests.
    static let path =
        (CommandLine.arguments.first ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .map { $0 + "/" }.joined() + "assay"
}
