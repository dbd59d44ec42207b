import AccessEnablerAPI
import Backend
import Driver
import Evidence
import POSIX
import Specification
import Testing
import Timing

extension WholeRuns {
    /// The adapter in C, around a port that does the configuration and nothing else.
    @Suite struct PortInCTests {
        private static func run(_ command: [String]) async -> POSIX.ExitStatus? {
            let child = try? ChildProcess(command) { _ in }
            return await child?.exit()
        }

        private static func compiled() async throws -> String {
            let program = "/tmp/assay-c-adapter-\(MonotonicTime.now().nanoseconds)"
            let folder = Workbench.packageFolder + "/Examples/c/"
            let sources = ["adapter.c", "json.c", "port.c", "service.c"].map { folder + $0 }
            let compiler = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", program]
            try #require(await run(compiler + sources) == .exited(0))
            return program
        }

        /// What is behind the end of a text is no part of it, whatever the text ends with.
        @Test(.enabled("a C compiler is there") { await run(["cc", "--version"]) == .exited(0) })
        func aTextThatEndsBehindANameIsReadNoFurther() async throws {
            let script = #"""
                printf '%s' '#include "json.h"
                int main(void) {
                    char text[8];
                    return json_text("{\"a\"\0 \"x\"}", "a", text, sizeof text)
                        || !json_text("{\"a\" : \"x\"}", "a", text, sizeof text);
                }' | cc -std=c11 -I "$1" -o "$2" "$1/json.c" -x c - && "$2"; code=$?; rm -f "$2"; exit $code
                """#
            let program = "/tmp/assay-c-json-\(MonotonicTime.now().nanoseconds)"
            let folder = Workbench.packageFolder + "/Examples/c"
            #expect(await Self.run(["sh", "-c", script, "sh", folder, program]) == .exited(0))
        }

        /// A statement and addresses that are very long, a list of nobody, and an escape that ends too early.
        @Test(.enabled("a C compiler is there") { await run(["cc", "--version"]) == .exited(0) })
        func itAnswersWhatIsUnusual() async throws {
            let program = try await Self.compiled()
            let backend = try Backend.start(endpoints: 1, recorder: Recorder(sinks: []), openWorld: OpenWorld())
            defer { backend.stop() }
            let (lines, source) = AsyncStream.makeStream(of: String.self)
            let child = try ChildProcess([program]) { event in
                if case .line(let bytes) = event { source.yield(String(decoding: bytes, as: UTF8.self)) }
            }
            func ask(_ method: String, _ parameters: String) {
                let request = #"{"jsonrpc": "2.0", "id": 1, "method": "\#(method)", "params": {\#(parameters)}}"#
                child.send(line: Array(request.utf8))
            }
            func setRequestor(_ urls: String) {
                let arguments = #"{"requestorID": "REF30", "urls": [\#(urls)]}"#
                let selector = #""selector": "setRequestor:serviceProviders:""#
                ask("session/call", #""session": "s", "number": 1, \#(selector), "arguments": \#(arguments)"#)
            }
            let long = String(repeating: "x", count: 20_000)
            ask("ping", #""text": "\u12""#)
            ask("initialize", #""protocolVersion": "1.0", "api": {"family": "AccessEnabler"}"#)
            let configuration = #"{"platform": "ios", "softwareStatement": "\#(long)"}"#
            ask("session/open", #""session": "s", "configuration": \#(configuration)"#)
            setRequestor("\"http://\(long.prefix(300))\", \"\(backend.baseURLs[0])\"")
            setRequestor("")
            var (refused, ends): ([String], [String]) = ([], [])
            for await line in lines {
                if line.contains("error\":") { refused.append(line) }
                if line.contains(#""selector":"setRequestorComplete:""#) { ends.append(line) }
                if ends.count == 2 { break }
            }
            #expect(refused.count == 1 && refused[0].contains("-32700"), "\(refused)")
            #expect(ends[0].contains(#""status":1"#) && ends[1].contains(#""status":0"#), "\(ends)")
            child.endInput()
            #expect(await child.exit() == .exited(0))
            #expect(await Self.run(["rm", program]) == .exited(0))
        }

        @Test(.enabled("a C compiler is there") { await run(["cc", "--version"]) == .exited(0) })
        func aPortInCKeepsEveryContractForWhichItHasTheCalls() async throws {
            let program = try await Self.compiled()
            let results = await AdapterLint(command: [program], timeout: .seconds(60)).run()
            for result in results {
                if case .broken(let seen) = result.outcome { Issue.record("\(result.probe.id): \(seen)") }
            }
            #expect(results.count { $0.outcome == .kept } >= 40)

            let bench = try Workbench()
            let verdicts = try await bench.run(bench.cases { $0.platforms.contains(.iOS) }) { recorder in
                try await ProcessImplementation.start([program], recorder)
            }
            #expect(verdicts.count { $0.outcome == .pass } >= 29)
            for verdict in verdicts where verdict.outcome != .pass {
                #expect(
                    verdict.outcome == .notTestable || verdict.outcome == .notApplicable,
                    "\(verdict.caseID): \(verdict.outcome) \(verdict.findings)")
            }
            #expect(await Self.run(["rm", program]) == .exited(0))
        }
    }
}
