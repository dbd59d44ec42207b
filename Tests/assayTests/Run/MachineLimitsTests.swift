import Documents
import Glibc
import Testing

@testable import assay
import TestThreads

/// A machine, a backend or an adapter that does not do its part fails no port, and nothing is left behind.
@Suite(.mayBlock) struct MachineLimitsTests: HasFolder {
    let temporary = TemporaryFolder()
    private static let cases = "--quiet --platform ios --filter sign-in --filter 'selection*'"

    private func run(
        _ before: String, _ arguments: String = cases, into folder: String, prefix: String = "exec"
    ) throws -> ToolProcess {
        try ToolProcess(
            shell:
                "\(before); \(prefix) \"$0\" run --specs '\(ShippedFolder.specs)' --report-dir \(folder)/run \(arguments)"
        )
    }

    private func begin(_ command: String, with limit: String, into folder: String) throws -> ToolProcess {
        try ToolProcess(
            shell: "\(limit); exec \"$0\" \(command) --specs '\(ShippedFolder.specs)' --report-dir \(folder)/x")
    }

    @Test(arguments: [6, 20, 32, 64]) func aRunThatCannotHaveItsDescriptorsDoesNotBegin(limit: Int) throws {
        let run = try run("ulimit -n \(limit)", into: folder)
        #expect(run.code == 3, "\(run.errors)")
        #expect(run.errors.contains("this process may open \(limit) file descriptors, and a run needs at least"))
    }

    @Test(arguments: ["explore --runs 1", "strength --mutant last-wins"], [6, 20])
    func nothingThatNeedsDescriptorsBeginsWithoutThem(command: String, limit: Int) throws {
        let run = try begin(command, with: "ulimit -n \(limit)", into: folder)
        #expect(run.code == 3, "\(run.errors)")
        #expect(run.errors.contains("this process may open \(limit) file descriptors"))
    }

    /// The runtime would be ended amidst it, without a word.
    @Test(arguments: ["run", "explore --runs 1", "load smoke"])
    func whatCannotHaveItsAddressesDoesNotBegin(command: String) throws {
        let run = try begin(command, with: "ulimit -v 1000000", into: folder)
        #expect(run.code == 3, "\(run.errors)")
        #expect(run.errors.contains("this process may use 976 MB of address space"))
    }

    @Test(arguments: [
        ("ulimit -d 1000000", "976 MB of data"), ("ulimit -s 512", "512 KB of stack"),
    ])
    func whatCannotHaveItsMemoryDoesNotBegin(limit: String, what: String) throws {
        let run = try begin("run", with: limit, into: folder)
        #expect(run.code == 3, "\(run.errors)")
        #expect(run.errors.contains("this process may use \(what)"))
    }

    /// Left out where nothing may have a network of its own.
    @Test func whatHasNoPortsLeftFailsNobody() throws {
        let inside = "ip link set lo up && echo 40000 40020 >/proc/sys/net/ipv4/ip_local_port_range || exit 99"
        let run = try ToolProcess(
            shell: "exec unshare -rn sh -c '\(inside); exec \"$0\" \"$@\"' \"$0\" run --specs "
                + "'\(ShippedFolder.specs)' --report-dir \(folder)/run --quiet --platform ios --smoke")
        guard run.code != 99, !run.errors.contains("unshare:") else { return }
        #expect(run.code == 3, "\(run.output)\(run.errors)")
        #expect(run.output.contains("MACHINE AT FAULT"))
    }

    @Test func theSoftLimitIsRaised() throws {
        let run = try run("ulimit -Sn 64", into: folder)
        #expect(run.code == 0, "\(run.errors)\(run.output)")
    }

    @Test func noMoreCasesAreUnderWayThanThereAreDescriptorsFor() throws {
        let run = try run("ulimit -n 256", "--jobs 400 --quiet --platform ios --filter authorization", into: folder)
        #expect(run.code == 0, "\(run.errors)\(run.output)")
        #expect(run.errors.contains("cases at once, not 400"))
    }

    /// Answers `initialize`, and then says something that no adapter may say.
    private static let breach = #"""
        import json, sys, time
        for line in sys.stdin:
            message = json.loads(line)
            result = {}
            if message["method"] == "initialize":
                result = {"protocolVersion": "1.0", "port": {"name": "x", "version": "1"},
                    "api": {"family": "AccessEnabler", "version": "3.9.2", "platforms": ["ios"]},
                    "calls": ["setRequestor:serviceProviders:", "checkAuthentication"], "callbacks": [], "features": [], "limits": {"lineBytes": 70000},
                    "clock": {"origin": "machine", "now": time.monotonic_ns()}}
                print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
                time.sleep(float(sys.argv[1]))
                result = {}
            print(json.dumps({"jsonrpc": "2.0", "id": 12345, "result": result}), flush=True)
        """#

    @Test(arguments: ["0", "0.001", "0.01", "0.05", "0.2"]) func aBreachAfterInitializeFailsNobody(pause: String)
        throws
    {
        try File.write(Self.breach, to: folder + "/breach.py")
        let run = try run(
            ":",
            "--quiet --platform ios --filter check-authentication-without-token "
                + "-i 'exec:python3 \(folder)/breach.py \(pause)'",
            into: folder)
        #expect(run.code == 3, "\(run.output)\(run.errors)")
    }

    /// The port lacks the calls of the case.
    @Test func aBreachIsNoticedWhereNoCaseApplies() throws {
        try File.write(Self.breach, to: folder + "/breach.py")
        let run = try run(
            ":", "--quiet --platform ios --filter sign-in -i 'exec:python3 \(folder)/breach.py 0.3'", into: folder)
        #expect(run.code == 3, "\(run.output)\(run.errors)")
    }

    @Test(arguments: ["garbage", "{}", #"{"error":"invalid_software_statement"}"#])
    func whatDoesNotRegisterClientsIsNoBackend(body: String) throws {
        let server = #"""
            import http.server, sys
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.rfile.read(int(self.headers.get("Content-Length") or 0))
                    self.send_response(200); self.end_headers(); self.wfile.write(sys.argv[1].encode())
                do_POST = do_GET
                def log_message(self, *arguments): pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            print(server.server_port, flush=True)
            server.serve_forever()
            """#
        try File.write(server, to: folder + "/server.py")
        let run = try run(
            "exec 3< <(python3 \(folder)/server.py '\(body)'); server=$!; read -u 3 port",
            "--quiet --platform ios --backend http://127.0.0.1:$port; code=$?; kill $server; exit $code",
            into: folder, prefix: "")
        #expect(run.code == 3, "\(run.output)\(run.errors)")
        #expect(run.errors.contains("registration") || run.errors.contains("--bind software-statement="))
    }

    /// Refuses to begin, ends by no signal but SIGKILL, and has a descendant in a session of its own.
    private static let stubborn = #"""
        import json, os, signal, sys, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                open(sys.argv[1] + ".daemon", "w").write(str(os.getpid()))
                while True: time.sleep(1)
            os._exit(0)
        os.wait()
        while not os.path.exists(sys.argv[1] + ".daemon"): time.sleep(0.01)
        open(sys.argv[1], "w").write(str(os.getpid()))
        message = json.loads(sys.stdin.readline())
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32603, "message": "no"}}), flush=True)
        while True: time.sleep(1)
        """#

    @Test func nothingIsLeftOfAnAdapterThatDoesNotStart() throws {
        try File.write(Self.stubborn, to: folder + "/stubborn.py")
        let run = try run(":", "--quiet -i 'exec:python3 \(folder)/stubborn.py \(folder)/pid'", into: folder)
        #expect(run.code == 3)
        for file in ["pid", "pid.daemon"] {
            let number = try #require(Int32(String(decoding: try File.read("\(folder)/\(file)"), as: UTF8.self)))
            #expect(kill(number, 0) == -1 && errno == ESRCH, "\(file)")
        }
    }

    /// Whoever stops a run waits for no adapter that has not answered yet.
    @Test(arguments: ["", "--platform ios"]) func aRunIsStoppedWhileItsAdapterStarts(_ platform: String) throws {
        let mute = "import os, sys, time; open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(3600)"
        try File.write(mute, to: folder + "/mute.py")
        let run = try run(
            "suite=$$; (while [ ! -s \(folder)/pid ]; do sleep 0.05; done; kill -INT $suite) & :",
            "--quiet \(platform) -i 'exec:python3 \(folder)/mute.py \(folder)/pid'", into: folder)
        #expect(run.code == 2)
        #expect(run.errors.contains("stopped before the implementation had answered 'initialize'"), "\(run.errors)")
        let number = try #require(Int32(String(decoding: try File.read(folder + "/pid"), as: UTF8.self)))
        #expect(kill(number, 0) == -1 && errno == ESRCH)
    }

    @Test func aTerminalThatIsClosedLeavesAReport() throws {
        let run = try run(
            ":",
            "--quiet --platform ios --jobs 1 & while [ ! -s \(folder)/run/trace.ndjson ]; do sleep 0.05; done; "
                + "kill -HUP $!; wait $!", into: folder, prefix: "")
        #expect(run.code == 2, "\(run.errors)")
        #expect(Folder.exists(folder + "/run/report.json"))
    }

    @Test func aServiceDoesNotUseTheStateOfAnother() async throws {
        let first = try RunningService(["--state", folder + "/state"], stateFolder: folder)
        let second = try ToolProcess(["serve", "--state", folder + "/state"])
        #expect(second.code == 3)
        #expect(second.errors.contains("in use by process "), "\(second.errors)")
        await first.end()
        let third = try RunningService(["--state", folder + "/state"], stateFolder: folder)
        await third.end()
    }

    @Test(arguments: ["null", "[]", "{}", #"{"schema":"assay/state/1","clients":5}"#])
    func aStateThatIsNoneIsKeptAndRefused(text: String) throws {
        try Folder.create(folder + "/state")
        try File.write(text, to: folder + "/state/state.json")
        let run = try ToolProcess(["serve", "--state", folder + "/state"])
        #expect(run.code == 3)
        #expect(run.errors.contains("state.json:1:1: "), "\(run.errors)")
        #expect(try File.read(folder + "/state/state.json") == Array(text.utf8))
    }

    @Test func aFileThatMayNotBeAsLargeEndsWithAWholeLine() throws {
        let run = try run("ulimit -f 64", "--quiet --platform ios", into: folder)
        #expect(run.code == 3, "\(run.errors)")
        #expect(run.errors.contains("trace.ndjson") && run.output.contains(": "))
        let trace = try File.read(folder + "/run/trace.ndjson")
        #expect(trace.count > 1_000 && trace.last == UInt8(ascii: "\n"))
    }

    /// Needs the right to mount a disk that is too small.
    @Test(arguments: ["run --quiet --smoke --platform ios", "load smoke --iterations 20 --quiet"])
    func aFullDiskIsNamedAndLeavesWholeLines(command: String) throws {
        // What was asked of a run must have room.
        let size = command.hasPrefix("run") ? "64k" : "16k"
        let run = try ToolProcess(
            shell: "unshare -rm sh -c 'mount -t tmpfs -o size=\(size) none \(folder) || exit 77; \"$0\" \(command) "
                + "--specs \"\(ShippedFolder.specs)\" --report-dir \(folder)/run; code=$?; "
                + "cat \(folder)/run/trace.ndjson; exit $code' \"$0\"")
        guard run.code != 77, !run.errors.contains("unshare: ") else { return }
        #expect(run.code == 3, "\(run.errors)")
        #expect(run.errors.contains("No space left on device"))
        // Small files have room after a large one has not.
        let missing = command.hasPrefix("run") ? ["report.json", "trace.ndjson"] : ["report.html"]
        for file in missing { #expect(run.errors.contains("run/\(file)"), "\(run.errors)") }
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("{") }
        for line in lines { #expect(throws: Never.self) { try JSON.parse(Array(line.utf8)) } }
    }

    @Test func aFolderThatVanishesIsNamed() throws {
        let run = try run(
            ":",
            "--quiet --platform ios --filter authorization & "
                + "while [ ! -s \(folder)/run/trace.ndjson ]; do sleep 0.01; done; "
                + "mv \(folder)/run \(folder)/gone; wait $!", into: folder, prefix: "")
        #expect(run.code == 3, "\(run.errors)")
        // Where a case is kept for a replay, its folder is made anew, and the page has a place.
        for file in ["report.json", "report.txt", "junit.xml", "trace.ndjson"] {
            #expect(run.errors.contains("run/\(file)"), "\(run.errors)")
        }
    }
}
