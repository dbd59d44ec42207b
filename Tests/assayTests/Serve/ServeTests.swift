import Backend
import Documents
import POSIX
import Testing

@testable import assay
import TestThreads

/// The command `assay serve`, as a process.
@Suite(.mayBlock) struct ServeTests {
    @Test func itSaysThatItIsReadyInOneLineAndEndsInOrderWhenInterrupted() async throws {
        let service = try RunningService(["--endpoints", "2", "--latency", "sp2=uniform(1ms,2ms)", "--tls"])
        let ready = service.ready
        #expect(ready["ready"] == true && ready["endpoints"]?.array?.count == 2)
        #expect(ready["endpoints"]?.array?.last?["name"] == "sp2")
        #expect(ready["endpoints"]?.array?.last?["url"]?.string?.hasPrefix("https://127.0.0.1:") == true)
        #expect(ready["control"]?.string?.hasPrefix("http://127.0.0.1:") == true)
        #expect(ready["publicKey"]?.string?.hasPrefix("-----BEGIN PUBLIC KEY-----") == true)
        #expect(ready["certificate"]?.string?.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
        #expect(ready["state"] == .null)
        await service.end()
    }

    @Test(arguments: [
        (["--latency", "sp2=20"], "is no latency"), (["--fault", "sp1=statsu(3)"], "did you mean 'status'?"),
        (["--fault", "sp9=refuse", "--quiet", "--no-state"], "unknown provider 'sp9'"),
        (["--cert", "a.pem", "--no-state"], "--cert and --key"),
        (["--http-port", "8080", "--no-state"], "--http-port goes with --tls"),
        (["--fault", "sp1/sesion=refuse"], "did you mean 'session'?"), (["--world", "/nonexistent"], "/nonexistent"),
        (["--state", "a", "--no-state"], "exclude each other"),
    ])
    func aMistakeEndsItBeforeItServes(_ arguments: [String], _ message: String) async throws {
        let tool = try ChildProcess([RunningService.path, "serve"] + arguments) { _ in }
        #expect(await tool.exit() == .exited(4))
        let errors = tool.lastErrorLines.joined(separator: "\n")
        #expect(errors.contains(message), "\(errors)")
    }

    /// What cannot be saved keeps nothing else from being finished.
    @Test func eachThingThatCannotBeKeptIsTold() async throws {
        try await withFolder { folder async throws in
            var command = ServeCommand()
            (command.state, command.record) = (folder + "/state", folder + "/trace.ndjson")
            (command.isQuiet, command.printsJSON) = (true, true)
            let service = try Service(command, world: OpenWorld(), console: Console(.never))
            try Folder.create(folder + "/state/state.json")
            try File.remove(folder + "/trace.ndjson")
            let interrupt = try Interrupt()
            interrupt.requestStop()
            let error = await #expect(throws: ToolError.self) { try await service.run(until: interrupt) }
            #expect(error?.message.contains("state.json") == true && error?.message.contains("trace.ndjson") == true)
        }
    }

    /// What a person needs to sign in is there without a manual.
    @Test func itTellsAPersonHowToSignIn() {
        let lines = Service.users(of: OpenWorld(), file: nil)
        #expect(
            lines == [
                "sign in as  user, password password, who may see everything but Premium",
                "sign in as  basic, password password, who may see News alone",
            ])
        let own = OpenWorld(users: [UserAccount(name: "ann", password: "hidden", mvpd: "Cablevision")])
        #expect(
            Service.users(of: own, file: "w.yaml") == [
                "sign in as  ann at Cablevision, who may see everything but Premium"
            ])
    }
}
