import Documents
import POSIX
import Testing

@testable import assay

/// The command `assay serve`, as a process.
@Suite struct ServeTests {
    @Test func itSaysThatItIsReadyInOneLineAndEndsInOrderWhenInterrupted() async throws {
        let line = Monitor<[UInt8]?>(nil)
        let tool = try ChildProcess([
            Self.tool, "serve", "--endpoints", "2", "--json", "--quiet", "--latency", "sp2=uniform(1ms,2ms)", "--tls",
        ]) { event in
            switch event {
            case .line(let bytes): line.change { $0 = $0 ?? bytes }
            case .ended: line.change { $0 = $0 ?? [] }
            default: break
            }
        }
        let ready = try JSON.parse(line.wait { $0 })
        #expect(ready["ready"] == true && ready["endpoints"]?.array?.count == 2)
        #expect(ready["endpoints"]?.array?.last?["name"] == "sp2")
        #expect(ready["endpoints"]?.array?.last?["url"]?.string?.hasPrefix("https://127.0.0.1:") == true)
        #expect(ready["control"]?.string?.hasPrefix("http://127.0.0.1:") == true)
        #expect(ready["publicKey"]?.string?.hasPrefix("-----BEGIN PUBLIC KEY-----") == true)
        #expect(ready["certificate"]?.string?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        tool.signal(.interrupt)
        #expect(await tool.exit() == .exited(0))
    }

    @Test(arguments: [
        (["--latency", "sp2=20"], "is no latency"), (["--fault", "sp1=statsu(3)"], "did you mean 'status'?"),
        (["--fault", "sp9=refuse", "--quiet"], "unknown provider 'sp9'"), (["--cert", "a.pem"], "--cert and --key"),
        (["--fault", "sp1/sesion=refuse"], "did you mean 'session'?"), (["--world", "/nonexistent"], "/nonexistent"),
    ])
    func aMistakeEndsItBeforeItServes(_ arguments: [String], _ message: String) async throws {
        let tool = try ChildProcess([Self.tool, "serve"] + arguments) { _ in }
        #expect(await tool.exit() == .exited(4))
        let errors = tool.lastErrorLines.joined(separator: "\n")
        #expect(errors.contains(message), "\(errors)")
    }

    /// The tool, built beside the tests.
    private static let tool =
        (CommandLine.arguments.first ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .map { $0 + "/" }.joined() + "assay"
}
