import AccessEnablerAPI
import Driver
import Evidence
import Specification
import Synchronization
import Testing
import Timing

extension WholeRunsThatWait {
    /// Adapters that do not do their part, around a port that is in order.
    @Suite struct AdaptersAtFaultTests {
        /// Contracts that are quick, of which one makes the call that goes wrong here.
        static let contracts = [
            "selected-provider", "sign-in", "set-requestor-again", "ready-when-complete", "same-requestor",
        ]

        /// The adapter in Python with something else where it answers a call; `selector`, `session` and `id` are there.
        ///
        /// `again()` is false when it is asked for the first time in all processes of one command.
        static func adapter(
            answering body: String = "        self._answer(id)", before: String = "", replacing text: String = "",
            with other: String = ""
        ) -> [String] {
            let script = """
                import os, sys, time
                folder, mark, text, other = sys.argv[1:]
                del sys.argv[1:]
                sys.path.insert(0, folder)
                def again():
                    try:
                        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
                        return False
                    except FileExistsError:
                        return True
                \(before)
                source = open(folder + "/adapter.py").read()
                answer = "        self._answer(id)\\n\\n    def _barrier"
                assert source.count(answer) == 1
                source = source.replace(answer, '''
                \(body)
                ''' + "\\n\\n    def _barrier")
                if text:
                    assert source.count(text) == 1
                    source = source.replace(text, other)
                exec(compile(source, "adapter.py", "exec"), {"__name__": "__main__", "again": again})
                """
            let mark = "/tmp/assay-test-\(MonotonicTime.now().nanoseconds)"
            return ["python3", "-B", "-c", script, Workbench.packageFolder + "/Examples/python", mark, text, other]
        }

        private func run(
            _ command: [String], callDeadline: Duration = .seconds(15), jobs: Int = 32,
            observe: @escaping @Sendable (Observation) -> Void = { _ in }
        ) async throws -> [String: Verdict] {
            let bench = try Workbench()
            let cases = bench.cases { Self.contracts.contains($0.contractID) }
            let verdicts = try await bench.run(cases, jobs: jobs, callDeadline: callDeadline, observe: observe) {
                recorder in
                try await ProcessImplementation.start(command, recorder)
            }
            return Dictionary(uniqueKeysWithValues: verdicts.map { ($0.caseID, $0) })
        }

        /// P-11, P-30.
        @Test(arguments: [
            (
                #"self._output.notify("tap", {"session": session.name, "kind": "safari", "url": ""})"#,
                "'safari' without the feature"
            ),
            ("self._output.send(id=id, result={}); self._output.send(id=id, result={})", "waits for an answer"),
            (#"self._output._file.write('{"jsonrpc": "2.0", "id"\\n')"#, "broke the adapter protocol"),
            ("raise Failure(-32603, 'a bug')", "with error -32603"),
        ])
        func aCaseInWhichTheAdapterIsAtFaultConvictsNobody(body: String, reason: String) async throws {
            let faults = Mutex<[RunFault]>([])
            let verdicts = try await run(
                Self.adapter(
                    answering: """
                                if selector == "getSelectedProvider":
                                    \(body)
                                self._answer(id)
                        """)
            ) { observation in
                if case .fault(let fault) = observation.event { faults.withLock { $0.append(fault) } }
            }
            #expect(verdicts.count > 3)
            for (id, verdict) in verdicts {
                let isGuilty = id == "selected-provider"
                #expect(verdict.outcome == (isGuilty ? .unknown : .pass), "\(verdict)")
                #expect(verdict.findings.flatMap(\.statements) == [])
                if isGuilty { #expect(verdict.findings.contains { $0.seen.contains(reason) }, "\(verdict)") }
            }
            #expect(faults.withLock { $0.contains { $0.party == .adapter && $0.message.contains(reason) } })
        }

        @Test func aCallThatIsLateOnceIsMadeAgainAloneAndConvictsNobody() async throws {
            let command = Self.adapter(
                answering: "        if selector != 'getSelectedProvider' or again(): self._answer(id)")
            let verdicts = try await run(command, callDeadline: .seconds(1))
            #expect(verdicts["selected-provider"]?.outcome == .pass)
            #expect(verdicts.values.allSatisfy { $0.outcome == .pass && $0.findings.isEmpty })
        }

        @Test func aCallThatIsLateAloneTooIsAFailure() async throws {
            let command = Self.adapter(answering: "        if selector != 'getSelectedProvider': self._answer(id)")
            let verdicts = try await run(command, callDeadline: .seconds(1))
            for (id, verdict) in verdicts {
                #expect(verdict.outcome == (id == "selected-provider" ? .fail : .pass), "\(verdict)")
            }
            #expect(verdicts["selected-provider"]?.findings.flatMap(\.statements).contains("AE-Q-009") == true)
        }

        /// P-59.
        @Test func aProcessThatCannotBeStartedAgainEndsTheRunAndConvictsNobody() async throws {
            let command = Self.adapter(
                answering: """
                            if selector == "getSelectedProvider": again(); os._exit(9)
                            self._answer(id)
                    """, before: "if os.path.exists(mark): sys.exit('no more')")
            let faults = Mutex<[RunFault]>([])
            let verdicts = try await run(command, jobs: 2) { observation in
                if case .fault(let fault) = observation.event { faults.withLock { $0.append(fault) } }
            }
            #expect(!verdicts.isEmpty)
            for verdict in verdicts.values {
                #expect(verdict.outcome == .pass || verdict.outcome == .unknown, "\(verdict)")
            }
            #expect(verdicts["selected-provider"]?.outcome == .unknown)
            #expect(faults.withLock { $0.contains { $0.message.contains("no more") } })
        }

        /// P-12.
        @Test func aSuiteThatBreaksTheProtocolIsAtFaultItself() async throws {
            let bench = try Workbench()
            let faults = Mutex<[RunFault]>([])
            let cases = bench.cases { $0.contractID == "sign-in" }
            let observe: @Sendable (Observation) -> Void = { observation in
                if case .fault(let fault) = observation.event { faults.withLock { $0.append(fault) } }
            }
            let verdicts = try await bench.run(cases, observe: observe) { recorder in
                MisnumberedCalls(inner: try await ProcessImplementation.start(Self.adapter(), recorder))
            }
            #expect(!verdicts.isEmpty)
            for verdict in verdicts {
                #expect(verdict.outcome == .unknown && verdict.findings.flatMap(\.statements) == [], "\(verdict)")
            }
            #expect(faults.withLock { $0.allSatisfy { $0.party == .suite } })
            #expect(faults.withLock { $0.contains { $0.message.contains("params.number: 0 after 0") } })
        }

        /// P-27.
        @Test func aPlaceIsWaitedForWhereTheAdapterHasNoneLeft() async throws {
            // It has two, and does not say so.
            let place = "        self._sessions[name] = Session("
            let command = Self.adapter(
                replacing: place,
                with: "        if len(self._sessions) >= 2: raise Failure(-32013, 'full')\n" + place)
            let verdicts = try await run(command)
            #expect(verdicts.count > 3)
            for verdict in verdicts.values {
                #expect(verdict.outcome == .pass && verdict.findings.isEmpty, "\(verdict)")
            }
        }
    }
}
