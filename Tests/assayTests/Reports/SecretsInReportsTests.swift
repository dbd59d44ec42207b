import AccessEnablerAPI
import Documents
import Evidence
import Reports
import Testing
import Timing

@testable import assay
import TestThreads

/// No file of a run, and nothing that it prints, has a secret in it that the port knew.
@Suite(.mayBlock) struct SecretsInReportsTests: HasFolder {
    let temporary = TemporaryFolder()

    /// The reference behind an adapter that writes what passes it to its standard error, and changes callbacks.
    ///
    /// The third argument is a file for all secrets, a line each.
    private static let gossip = #"""
        import base64, json, subprocess, sys, threading, urllib.parse
        tool, mark = sys.argv[1:3]
        child = subprocess.Popen([tool, "adapter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        seen = open(sys.argv[3], "a")
        def tell(secret):
            seen.write(json.dumps(secret) + "\n")
            seen.flush()
            for form in [secret, urllib.parse.quote(secret, safe=""), base64.b64encode(secret.encode()).decode(),
                         json.dumps(secret)]:
                print("it says", form, file=sys.stderr, flush=True)
        for number, text in enumerate(["pwd=%s", "api_key: %s", "refresh_token=%s", "GET http://h/?code=%s&x=1",
                                       "https://%s@host/", "SAMLResponse=%s", "Authorization: Bearer %s"]):
            secret = "planted%d%s" % (number, mark)
            seen.write(json.dumps(secret) + "\n")
            print(text % secret, file=sys.stderr, flush=True)
        def requests():
            for line in sys.stdin:
                message = json.loads(line)
                statement = message.get("params", {}).get("configuration", {}).get("softwareStatement")
                if statement: tell(statement)
                child.stdin.write(line.encode()); child.stdin.flush()
            child.stdin.close()
        threading.Thread(target=requests, daemon=True).start()
        for line in child.stdout:
            message = json.loads(line)
            arguments = message.get("params", {}).get("arguments")
            if message.get("method") == "session/event" and arguments and "token" in arguments:
                tell(arguments["token"])
                arguments["resource"] = arguments["resource"] + arguments["token"]
                line = (json.dumps(message) + "\n").encode()
            sys.stdout.write(line.decode()); sys.stdout.flush()
        """#

    @Test func noSecretLeavesARun() throws {
        try File.write(Self.gossip, to: folder + "/gossip.py")
        let run = try ToolProcess([
            "run", "--specs", ShippedFolder.specs, "--platform", "ios", "--filter", "sign-in", "--filter",
            "authorization-cached",
            "--report-dir", folder + "/run", "-i",
            "exec:python3 \(folder)/gossip.py \(ToolProcess.path) q7w8 \(folder)/seen --password=planted9q7w8",
        ])
        // The callbacks that were changed are failures, of which most is told.
        #expect(run.code == 1, "\(run.errors)")
        let seen = String(decoding: try File.read(folder + "/seen"), as: UTF8.self)
        var secrets = Set(
            seen.split(separator: "\n").compactMap { (try? JSON.parse(Array($0.utf8), file: "seen"))?.string })
        secrets.insert("planted9q7w8")
        #expect(secrets.contains { $0.contains("signatureInfo") } && secrets.contains { $0.hasPrefix("statement.") })
        let files = try Folder.files(below: folder + "/run")
        #expect(files.contains { $0.hasSuffix("bundle.json") } && files.contains { $0.hasSuffix("report.html") })
        var texts = try files.map { ($0, String(decoding: try File.read($0), as: UTF8.self)) }
        texts.append(("standard output", run.output + run.errors))
        for (name, text) in texts {
            for secret in secrets {
                // Of a token also a part, as it is in a document that escapes the rest.
                let parts =
                    secret.contains("signatureInfo") ? [secret, String(secret.dropFirst(40).prefix(60))] : [secret]
                #expect(parts.allSatisfy { !text.contains($0) }, "\(name.suffix(24)) has \(secret)")
            }
        }
    }

    /// A name may be at the end of one line, and its value at the beginning of the next.
    @Test func whatAnAdapterSaysIsFreedOfSecretsBeforeItIsSetInLines() throws {
        let adapter = "import sys; sys.stderr.write('x' * 49 + ' password=Hunter2xyz9\\n'); sys.exit(1)"
        let run = try ToolProcess(["lint-adapter", "--color", "never", "python3 -c \"\(adapter)\""])
        #expect(run.code == 3 && run.output.contains("sha256:"))
        #expect(!run.output.contains("Hunter2"), "\(run.output)")
    }

    /// What is said first and named later is not kept in the pieces of a long line either.
    @Test func whatIsNamedAtTheEndIsInNoLineThatWasCut() throws {
        let adapter = #"""
            import json, os, subprocess, sys
            child = subprocess.Popen([sys.argv[1], "adapter"], stdin=subprocess.PIPE)
            # Another in each attempt.
            secret = f"planted-4711-{os.getpid()}"
            for line in sys.stdin:
                if "session/call" in line:
                    session = json.loads(line)["params"]["session"]
                    for text in ["/" * 45 + secret, "token=" + secret]:
                        log = {"session": session, "text": text}
                        print(json.dumps({"jsonrpc": "2.0", "method": "log", "params": log}), flush=True)
                    break
                child.stdin.write(line.encode()); child.stdin.flush()
            child.kill()
            """#
        try File.write(adapter, to: folder + "/adapter.py")
        let run = try ToolProcess([
            "run", "--specs", ShippedFolder.specs, "--platform", "ios", "--filter", "sign-in", "--lint", "never",
            "--report-dir", folder + "/run", "-i", "exec:python3 \(folder)/adapter.py \(ToolProcess.path)",
        ])
        let text = String(decoding: try File.read(folder + "/run/report.txt"), as: UTF8.self)
        #expect(text.contains("log       //////"), "\(run.output)\(run.errors)")
        for text in [text, run.output] {
            #expect(!String(text.filter { !$0.isWhitespace }).contains("planted-4711"), "\(text)")
        }
    }

    /// What one of several runs learns at its end may stand in the report of all.
    @Test func whatIsLearnedLateIsInNoReportOfSeveralRuns() throws {
        var place = try ReportFolder(folder, at: .now(), name: "x")
        let redactor = Redactor()
        place.redactor = redactor
        let header = RunHeader(
            assayVersion: "1", portName: "port", portVersion: "1", implementation: "builtin",
            backend: "gate:site.yaml", platform: .iOS, version: .newest, seed: 1, features: [], calls: [],
            startedAt: 0)
        let report = RunReport(
            header: header, verdicts: [], figures: RunFigures(), statements: [:], records: [:],
            remarks: ["it says planted-4711-secret"])
        redactor.learn(["planted-4711-secret"])
        try place.write(MatrixReport(runs: [.init(folder: "ios-3.9.2", report: report)], planned: 1))
        let texts = try Folder.files(below: folder).map { String(decoding: try File.read($0), as: UTF8.self) }
        #expect(texts.count == 4 && texts.contains { $0.contains("sha256:") })
        #expect(!texts.contains { $0.contains("planted-4711-secret") })
    }

    /// The adapter breaks the protocol with what it was given, and is quoted.
    @Test func whatIsBoundIsInNoFileOfALoadRun() async throws {
        let adapter = #"""
            import subprocess, sys
            child = subprocess.Popen([sys.argv[1], "adapter"], stdin=subprocess.PIPE)
            for line in sys.stdin:
                if "planted-4711" in line:
                    statement = line.partition('softwareStatement":"')[2].partition('"')[0]
                    print('{"jsonrpc": "2.0", "id": -7, "result": "it was given %s"}' % statement, flush=True)
                child.stdin.write(line.encode()); child.stdin.flush()
            """#
        try File.write(adapter, to: folder + "/adapter.py")
        try File.write(ShortLoad.profile(iterations: 4).replacing("[1, 2, 3]", with: "[1]"), to: folder + "/short.yaml")
        let service = try RunningService(["--endpoints", "1"])
        let run = try ToolProcess(
            ["load", folder + "/short.yaml", "--backend", service.base, "--bind"]
                + ["software-statement=planted-4711-statement", "--report-dir", folder + "/run"] + ShortLoad.specs
                + ["--implementation", "exec:python3 \(folder)/adapter.py \(ToolProcess.path)"])
        await service.end()
        let texts = try Folder.files(below: folder + "/run").map {
            String(decoding: try File.read($0), as: UTF8.self)
        }
        #expect(texts.contains { $0.contains("it was given") }, "\(run.output)\(run.errors)")
        for text in texts + [run.output, run.errors] { #expect(!text.contains("planted-4711")) }
    }

    @Test func whoLogsInAtABackendIsInNoFileOfALoadRun() async throws {
        let service = try RunningService(["--endpoints", "1"])
        let url = service.base.replacing("http://", with: "http://me:hunter22@")
        try File.write(ShortLoad.profile(iterations: 4).replacing("[1, 2, 3]", with: "[1]"), to: folder + "/short.yaml")
        let run = try ToolProcess(
            ["load", folder + "/short.yaml", "--backend", url, "--i-may-load-this-host"]
                + ["--report-dir", folder + "/run"] + ShortLoad.specs)
        await service.end()
        let files = try Folder.files(below: folder + "/run")
        #expect(files.contains { $0.hasSuffix("report.json") }, "\(run.errors)")
        let texts = try files.map { String(decoding: try File.read($0), as: UTF8.self) }
        for text in texts + [run.output, run.errors] { #expect(!text.contains("hunter22")) }
    }

    @Test func whoLogsInAtABackendIsNotToldWhereItCannotBeReached() throws {
        let run = try ToolProcess([
            "run", "--specs", ShippedFolder.specs, "--filter", "sign-in", "--backend", "http://me:hunter22@127.0.0.1:9",
            "--report-dir", "/tmp/assay-test-none",
        ])
        #expect(run.code == 3)
        #expect(!run.errors.contains("hunter22") && run.errors.contains("127.0.0.1:9"))
    }
}
