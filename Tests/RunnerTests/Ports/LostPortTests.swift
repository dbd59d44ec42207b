import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Testing
import Timing

extension WholeRunsThatWait {
    /// Ports that crash or hang in the midst of a run.
    @Suite struct LostPortTests {
        /// The port in Python, with one of its calls replaced.
        static func adapter(
            getSelectedProvider body: String, _ argument: String = "", method: String = "get_selected_provider"
        ) -> [String] {
            let script = """
                import os, runpy, sys, time
                folder, argument = sys.argv[1:]
                del sys.argv[1:]
                sys.path.insert(0, folder)
                import accessenabler
                original = accessenabler.AccessEnabler.\(method)
                def replaced(self, *rest):
                \(body)
                accessenabler.AccessEnabler.\(method) = replaced
                runpy.run_path(folder + "/adapter.py", run_name="__main__")
                """
            return ["python3", "-B", "-c", script, Workbench.packageFolder + "/Examples/python", argument]
        }

        /// Runs one case that makes the replaced call, among others that do not.
        private func run(
            _ command: [String], ping: Duration = .seconds(1),
            observe: @escaping @Sendable (Observation) -> Void = { _ in }
        ) async throws -> [String: Verdict] {
            let bench = try Workbench()
            let cases = bench.cases { AdaptersAtFaultTests.contracts.contains($0.contractID) }
            var limits = ProcessLimits()
            limits.ping = ping
            limits.grace = .milliseconds(500)
            let verdicts = try await bench.run(cases, callDeadline: .milliseconds(500), observe: observe) {
                [limits] recorder in
                try await ProcessImplementation.start(
                    .command(command), recorder: recorder, suiteVersion: "test", version: .newest, platform: .iOS,
                    limits: limits)
            }
            return Dictionary(uniqueKeysWithValues: verdicts.map { ($0.caseID, $0) })
        }

        /// One crash names its case and costs no other its verdict.
        private func expectOnly(
            _ guilty: String, in verdicts: [String: Verdict], reason: String,
            location: SourceLocation = #_sourceLocation
        ) {
            #expect(verdicts.count > 3, sourceLocation: location)
            for (id, verdict) in verdicts {
                if id == guilty {
                    #expect(verdict.outcome == .crash, sourceLocation: location)
                    #expect(
                        verdict.findings.contains { $0.message.contains(reason) }, "\(verdict)",
                        sourceLocation: location)
                } else {
                    #expect(
                        verdict.outcome == .pass && verdict.findings.isEmpty, "\(verdict)",
                        sourceLocation: location)
                }
            }
        }

        /// P-57, P-58.
        @Test func aPortThatDiesInOneCaseCrashesInThatCaseAlone() async throws {
            let lastWords = Mutex<[Event]>([])
            let verdicts = try await run(
                Self.adapter(getSelectedProvider: "    print('last words', file=sys.stderr, flush=True); os._exit(9)")
            ) { observation in
                if case .portOutput = observation.event, observation.session != .none {
                    lastWords.withLock { $0.append(observation.event) }
                }
            }
            expectOnly("selected-provider", in: verdicts, reason: "exited with status 9")
            #expect(lastWords.withLock { $0.contains(.portOutput(stream: "stderr", line: "last words")) })
            #expect(
                lastWords.withLock { events in
                    events.contains {
                        if case .portOutput("stdout", let line) = $0 { line.contains("jsonrpc") } else { false }
                    }
                })
        }

        /// P-57, P-58.
        @Test func aPortThatHangsInOneCaseIsAskedForItsStacksAndHangsInThatCaseAlone() async throws {
            let stacks = Mutex(0)
            let verdicts = try await run(
                Self.adapter(
                    getSelectedProvider: """
                            import faulthandler, signal
                            faulthandler.register(signal.SIGQUIT)
                            sys.setswitchinterval(1000)  # no other thread runs any more
                            while True: pass
                        """)
            ) { observation in
                if case .portOutput("stderr", let line) = observation.event, line.contains("in replaced") {
                    stacks.withLock { $0 += 1 }
                }
            }
            expectOnly("selected-provider", in: verdicts, reason: "ping")
            #expect(stacks.withLock { $0 } >= 2)
        }

        /// One after another, they would take as long as each is borne, times as many as there are.
        @Test func portsThatHangAreBorneAtOnceAndThreeOfThemAreBelieved() async throws {
            let order = Mutex<[String]>([])
            let verdicts = try await run(
                Self.adapter(
                    getSelectedProvider: "    import signal; os.kill(os.getpid(), signal.SIGSTOP)",
                    method: "set_requestor")
            ) { observation in
                order.withLock { order in
                    switch observation.event {
                    case .sessionOpened(let header) where header.attempt.purpose == .again: order.append("begins")
                    case .portEnded where !order.isEmpty: order.append("ends")
                    default: break
                    }
                }
            }
            #expect(order.withLock(\.self) == ["begins", "begins", "begins", "ends", "ends", "ends"])
            #expect(verdicts.values.count { $0.outcome == .crash } == 3, "\(verdicts)")
            #expect(verdicts.values.allSatisfy { $0.outcome == .crash || $0.outcome == .inconclusive })
        }

        @Test func aCrashThatDoesNotHappenAgainIsAFindingAboutConcurrency() async throws {
            let mark = "/tmp/assay-test-\(MonotonicTime.now().nanoseconds)"
            let verdicts = try await run(
                Self.adapter(
                    getSelectedProvider: """
                            if not os.path.exists(argument):
                                open(argument, "w").close()
                                os._exit(9)
                            os.remove(argument)
                            original(self)
                        """, mark))
            #expect(verdicts.values.allSatisfy { $0.outcome == .pass })
            let finding = try #require(verdicts["selected-provider"]?.findings.first)
            #expect(finding.message.hasPrefix("crash under concurrency"))
            #expect(finding.seen == "exited with status 9")
        }

        /// P-58.
        @Test func noTimePassesForACaseWhileTheProcessIsStopped() async throws {
            let verdicts = try await run(
                Self.adapter(
                    getSelectedProvider: """
                            import signal, subprocess
                            subprocess.Popen(["sh", "-c", "sleep 1.5; kill -CONT %d" % os.getpid()])
                            os.kill(os.getpid(), signal.SIGSTOP)
                            original(self)
                        """), ping: .seconds(60))
            #expect(verdicts.count > 3)
            for verdict in verdicts.values {
                #expect(verdict.outcome == .pass && verdict.findings.isEmpty, "\(verdict)")
            }
        }
    }
}
