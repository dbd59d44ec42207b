import Documents
import Testing

@testable import assay
import TestThreads

/// `assay run`, as it is typed, where something around the port is not as it should be.
@Suite(.mayBlock) struct RunOutcomeTests: HasFolder {
    let temporary = TemporaryFolder()

    private func run(_ arguments: [String], into folder: String, outputTo: String? = nil) throws -> ToolProcess {
        try ToolProcess(
            ["run", "--specs", ShippedFolder.specs, "--platform", "ios", "--report-dir", folder + "/run"] + arguments,
            outputTo: outputTo)
    }

    @Test func whatWasFoundOutIsShownEvenIfItCannotBeWritten() throws {
        try Folder.create(folder + "/run/report.json")
        let run = try run(["--quiet", "--filter", "sign-in"], into: folder)
        #expect(run.code == 3)
        #expect(run.output.contains("CONFORMANT (core) as AccessEnabler 3.9.2 on ios: 1 of 1 applicable case passed"))
        #expect(run.errors.contains("the report cannot be written"))
    }

    @Test func aFolderThatIsUsedAgainKeepsNothingOfTheRunBefore() throws {
        let path = folder + "/run"
        for name in ["failures/old", "tvos-3.9.2", "ios-app"] { try Folder.create(path + "/" + name) }
        for name in ["failures/old/bundle.json", "tvos-3.9.2/trace.ndjson", "notes.txt", "ios-app/a"] {
            try File.write("old", to: path + "/" + name)
        }
        #expect(try run(["--quiet", "--filter", "sign-in"], into: folder).code == 0)
        #expect(!Folder.exists(path + "/failures/old") && !Folder.exists(path + "/tvos-3.9.2"))
        #expect(
            Folder.exists(path + "/notes.txt") && Folder.exists(path + "/ios-app/a")
                && Folder.exists(path + "/report.json"))
    }

    @Test func outputThatIsLostIsNoSuccess() throws {
        try withFolder { folder in
            let run = try run(["--quiet", "--filter", "sign-in"], into: folder, outputTo: "/dev/full")
            #expect(run.code == 3)
            #expect(run.errors.contains("assay: standard output: No space left on device"))
        }
        #expect(try ToolProcess(["version"], outputTo: "/dev/full").code == 3)
    }

    @Test(arguments: [true, false]) func aTerminalThatKnowsNothingButLinesGetsNoControls(_ isDumb: Bool) throws {
        let terminal = try RecordingTerminal()
        let run = try ToolProcess(
            shell: """
                TERM=\(isDumb ? "dumb" : "xterm") NO_COLOR= "$0" run --filter sign-in --platform ios --lint never \
                --specs \(ShippedFolder.specs) --report-dir \(folder)/run > \(terminal.path)
                """)
        let shown = terminal.shown()
        #expect(run.code == 0 && shown.contains("1/1"))
        #expect(shown.contains("\u{1B}") == !isDumb)
    }

    @Test func aRunThatEndsAtItsFirstFailureGoesOnAfterAKnownOne() throws {
        let known = """
            schema: assay/expectations/1
            expected:
              - { contract: odd-options, reason: r, expires: 2099-01-01 }

            """
        try File.write(known, to: folder + "/known.yaml")
        let run = try run(
            [
                "--filter", "odd-options", "--filter", "sign-in", "--fail-fast", "--jobs", "1", "--implementation",
                "mutant:ignores-set-options", "--expectations", folder + "/known.yaml",
            ], into: folder)
        #expect(run.code == 0)
        #expect(run.output.contains("but for 2 known failures"))
    }

    /// What rests on the order of replies is seen again alone before it ends the run, and no other is then.
    @Test func aRunThatEndsAtItsFirstFailureTellsOne() throws {
        let run = try run(
            ["--filter", "race-*", "--fail-fast", "--jobs", "8", "--implementation", "mutant:last-wins"],
            into: folder)
        #expect(run.code == 1)
        #expect(run.output.contains("the run ended at its first failure: "))
        #expect(run.output.contains(": 1 of "))
    }

    @Test func aBackendThatIsNotThereIsNamed() throws {
        let run = try run(["--quiet", "--filter", "sign-in", "--backend", "http://127.0.0.1:9"], into: folder)
        #expect(run.code == 3)
        #expect(run.errors.contains("the backend cannot be reached\nhttp://127.0.0.1:9: "))
    }

    @Test func longArgumentsAreNotEchoedWhole() throws {
        let long = String(repeating: "x", count: 5_000)
        for arguments in [["--filter", long], ["--statement", long], ["-i", long], ["-i", "mutant:" + long]] {
            let run = try ToolProcess(["run", "--specs", ShippedFolder.specs] + arguments)
            #expect(run.code == 4)
            #expect(run.errors.utf8.count < 300, "\(run.errors.prefix(300))")
            #expect(run.errors.contains("xxx…'"))
        }
    }

    /// Answers whatever it is asked with an empty result, and prints.
    private static let careless = #"""
        import json, sys, time
        print("Loading the port ...", flush=True)
        for line in sys.stdin:
            message = json.loads(line)
            result = {}
            if message["method"] == "initialize":
                result = {"protocolVersion": "1.0", "port": {"name": "x", "version": "1"},
                    "api": {"family": "AccessEnabler", "version": "3.9.2", "platforms": ["ios"]},
                    "calls": ["logout"], "callbacks": [], "features": [], "limits": {"lineBytes": 70000},
                    "clock": {"origin": "machine", "now": time.monotonic_ns()}}
            print(json.dumps({"jsonrpc": "2.0", "id": message.get("id"), "result": result}), flush=True)
            if message["method"] == "shutdown": break
        """#

    @Test func aCertificateSaysWhetherTheAdapterKeepsItsProtocol() throws {
        try File.write(Self.careless, to: folder + "/careless.py")
        let run = try run(
            ["-i", "exec:python3 \(folder)/careless.py", "--lint", "always", "--filter", "logout"], into: folder)
        #expect(run.code == 3, "\(run.errors)")
        #expect(run.output.contains("probes kept"))
        #expect(run.output.contains("    initialize-twice      "))
        #expect(run.output.contains("assay lint-adapter 'python3 "))
        #expect(run.output.contains("ADAPTER AT FAULT"))
        #expect(run.output.contains("that is no message:\n  | Loading the port ..."))
        let path = folder + "/run/report.json"
        let report = try JSON.parse(try File.read(path), file: path)
        #expect(report["result"] == "adapter at fault" && report["exit-code"] == 3)
        let probes = try #require(report["adapter"]?["probes"]?.array)
        #expect(probes.contains { $0["probe"] == "initialize-twice" && $0["outcome"] == "broken" })
        let junit = String(decoding: try File.read(folder + "/run/junit.xml"), as: UTF8.self)
        #expect(junit.contains(#"<property name="probe.initialize-twice" value="broken: "#))
        // The trace tells it all again.
        let check = try ToolProcess(["check", folder + "/run", "--specs", ShippedFolder.specs])
        #expect(check.code == 3)
        #expect(check.output.contains("    initialize-twice      "))
    }

    @Test func whatIsBrokenOfAnAdapterIsToldInLinesThatFit() throws {
        try File.write(Self.careless, to: folder + "/careless.py")
        let lint = try ToolProcess(["lint-adapter", "python3 \(folder)/careless.py"])
        #expect(lint.code == 3 && lint.output.contains("BROKEN   initialize-twice"), "\(lint.errors)")
        #expect(lint.outputLines.filter { $0.count > 80 } == [])
        let mute = try ToolProcess(["lint-adapter", "./nosuch"])
        #expect(mute.code == 3 && mute.output.contains("BROKEN   initialize\n"), "\(mute.errors)")
        #expect(mute.outputLines.count { $0.hasPrefix("BROKEN") } == 1)
        #expect(mute.output.hasSuffix("\nThe adapter said nothing: the other probes were not tried.\n"))
    }

    /// Answers `initialize`, and then every request with an error of its own, or not at all.
    private static let useless = #"""
        import json, sys, time
        for line in sys.stdin:
            message = json.loads(line)
            if message["method"] == "initialize":
                result = {"protocolVersion": "1.0", "port": {"name": "x", "version": "1"},
                    "api": {"family": "AccessEnabler", "version": "3.9.2", "platforms": ["ios"]},
                    "calls": ["setRequestor:serviceProviders:", "checkAuthentication", "getAuthentication", "logout",
                        "setSelectedProvider:", "checkAuthorization:"], "callbacks": [], "features": [],
                    "limits": {"lineBytes": 70000}, "clock": {"origin": "machine", "now": time.monotonic_ns()}}
                print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
            elif sys.argv[1] == "ends":
                sys.exit("no idea")
            else:
                error = {"code": -32603, "message": "no idea"}
                print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}), flush=True)
        """#

    @Test(arguments: ["ends", "refuses"]) func aRunEndsWhereNothingComesOfAnyCase(_ how: String) throws {
        try File.write(Self.useless, to: folder + "/useless.py")
        let run = try run(
            ["-i", "exec:python3 \(folder)/useless.py \(how)", "--lint", "never", "--quiet"], into: folder)
        #expect(run.code == 3, "\(run.output)\(run.errors)")
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("the run ended because each of the first "), "\(words)")
        #expect(
            words.contains(" cases ended in the same way, ") && words.contains("to find out why: assay lint-adapter "))
        #expect(words.contains("ADAPTER AT FAULT (core)"))
        // The trace says the same.
        #expect(try ToolProcess(["check", folder + "/run", "--specs", ShippedFolder.specs]).code == 3)
    }

    @Test func aRunOfSomeCasesDoesNotTryTheAdapterUnlessAsked() throws {
        try File.write(Self.careless, to: folder + "/careless.py")
        let run = try run(["-i", "exec:python3 \(folder)/careless.py", "--filter", "logout"], into: folder)
        #expect(!run.output.contains("probes kept"))
    }
}
