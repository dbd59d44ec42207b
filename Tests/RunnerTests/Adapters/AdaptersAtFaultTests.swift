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

        /// The adapter in Python with something else where a call has returned, which `answer()` says; `id`, `selector`
        /// and `session` are there, and where a session is to be opened, with its `configuration`.
        ///
        /// `again()` is false when it is asked for the first time in all processes of one command.
        static func adapter(
            answering body: String = "answer()", before: String = "", opening: String = "pass"
        ) -> [String] {
            let script = """
                import os, runpy, sys, time
                folder, mark = sys.argv[1:]
                del sys.argv[1:]
                sys.path.insert(0, folder)
                def again():
                    try:
                        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
                        return False
                    except FileExistsError:
                        return True
                \(before)
                from assay_adapter import dispatcher
                from assay_adapter.dispatcher import Refusal
                dispatcher.FEATURES.remove("platform.svc")
                class Faulty(dispatcher.Dispatcher):
                    def _returned(self, answer, id, selector, session):
                        \(body)
                    def _open(self, id, parameters):
                        configuration = parameters["configuration"]
                        \(opening)
                        super()._open(id, parameters)
                dispatcher.Dispatcher = Faulty
                runpy.run_path(folder + "/adapter.py", run_name="__main__")
                """
            let mark = "/tmp/assay-test-\(MonotonicTime.now().nanoseconds)"
            return ["python3", "-B", "-c", script, Workbench.packageFolder + "/Examples/python", mark]
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
                #"self._outgoing.tap(session.name, "safari", "")"#,
                "'safari' without the feature"
            ),
            ("answer(); self._answer(id, {})", "waits for an answer"),
            (#"self._outgoing._queue.put(b'{"jsonrpc": "2.0", "id"\n')"#, "broke the adapter protocol"),
            ("answer(Refusal(-32603, 'a bug'))", "with error -32603"),
        ])
        func aCaseInWhichTheAdapterIsAtFaultFailsNobody(body: String, reason: String) async throws {
            let faults = Mutex<[RunFault]>([])
            let verdicts = try await run(
                Self.adapter(
                    answering: """
                        if selector == "getSelectedProvider":
                                    \(body)
                                answer()
                        """)
            ) { observation in
                if case .fault(let fault) = observation.event { faults.withLock { $0.append(fault) } }
            }
            #expect(verdicts.count > 3)
            for (id, verdict) in verdicts {
                let isGuilty = id == "selected-provider"
                #expect(verdict.outcome == (isGuilty ? .inconclusive : .pass), "\(verdict)")
                #expect(verdict.findings.flatMap(\.statements) == [])
                if isGuilty { #expect(verdict.findings.contains { $0.seen.contains(reason) }, "\(verdict)") }
            }
            #expect(faults.withLock { $0.contains { $0.party == .adapter && $0.message.contains(reason) } })
        }

        @Test func aCallThatIsLateOnceIsMadeAgainAloneAndFailsNobody() async throws {
            let command = Self.adapter(answering: "if selector != 'getSelectedProvider' or again(): answer()")
            let verdicts = try await run(command, callDeadline: .seconds(1))
            #expect(verdicts["selected-provider"]?.outcome == .pass)
            #expect(verdicts.values.allSatisfy { $0.outcome == .pass && $0.findings.isEmpty })
        }

        @Test func aCallThatIsLateAloneTooIsAFailure() async throws {
            let command = Self.adapter(answering: "if selector != 'getSelectedProvider': answer()")
            let verdicts = try await run(command, callDeadline: .seconds(1))
            for (id, verdict) in verdicts {
                #expect(verdict.outcome == (id == "selected-provider" ? .fail : .pass), "\(verdict)")
            }
            #expect(verdicts["selected-provider"]?.findings.flatMap(\.statements).contains("AE-Q-009") == true)
        }

        /// P-59.
        @Test func aProcessThatCannotBeStartedAgainEndsTheRunAndFailsNobody() async throws {
            let command = Self.adapter(
                answering: """
                    if selector == "getSelectedProvider": again(); os._exit(9)
                            answer()
                    """, before: "if os.path.exists(mark): sys.exit('no more')")
            let faults = Mutex<[RunFault]>([])
            let verdicts = try await run(command, jobs: 2) { observation in
                if case .fault(let fault) = observation.event { faults.withLock { $0.append(fault) } }
            }
            #expect(!verdicts.isEmpty)
            for verdict in verdicts.values {
                #expect(verdict.outcome == .pass || verdict.outcome == .inconclusive, "\(verdict)")
            }
            #expect(verdicts["selected-provider"]?.outcome == .inconclusive)
            #expect(faults.withLock { $0.contains { $0.message.contains("no more") } })
        }

        /// It ends when it is to make an instance, answers with an error of its own, or does so to every call.
        @Test(arguments: [
            ("os._exit(7)", "answer()", "exited with status 7"),
            ("raise Refusal(-32603, 'no')", "answer()", "-32603"),
            ("pass", "answer(Refusal(-32603, 'a bug'))", "with error -32603"), ("pass", "os._exit(7)", "status 7"),
        ])
        func anAdapterThatFailsInTheSameWayEveryTimeEndsTheRun(opening: String, body: String, reason: String)
            async throws
        {
            let faults = Mutex<[RunFault]>([])
            let one = try #require(try Workbench().cases { $0.id == "sign-in" }.first)
            let command = Self.adapter(answering: body, opening: opening)
            let verdicts = try await Workbench().run(Array(repeating: one, count: 60), jobs: 16) { observation in
                if case .fault(let fault) = observation.event { faults.withLock { $0.append(fault) } }
            } _: {
                try await ProcessImplementation.start(command, $0)
            }
            #expect(verdicts.count >= 10 && verdicts.count < 40, "\(verdicts.count)")
            #expect(verdicts.allSatisfy { $0.outcome == .inconclusive }, "\(verdicts.map(\.outcome))")
            #expect(faults.withLock { $0.contains { $0.party == .adapter && $0.message.contains(reason) } })
        }

        /// All that ran beside the one that ends the process are lost with it.
        @Test func aPortThatDiesInOneOfManyCasesEndsNoRun() async throws {
            let bench = try Workbench()
            let good = try #require(bench.cases { $0.id == "sign-in" }.first)
            let bad = try #require(bench.cases { $0.id == "selected-provider" }.first)
            let command = LostPortTests.adapter(getSelectedProvider: "    os._exit(9)")
            let cases = Array(repeating: bad, count: 12) + Array(repeating: good, count: 12)
            let verdicts = try await bench.run(cases, jobs: 12) { try await ProcessImplementation.start(command, $0) }
            #expect(verdicts.map(\.outcome).prefix(12).allSatisfy { $0 == .crash } == true)
            #expect(verdicts.map(\.outcome).suffix(12).allSatisfy { $0 == .pass } && verdicts.count == 24)
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
                #expect(verdict.outcome == .inconclusive && verdict.findings.flatMap(\.statements) == [], "\(verdict)")
            }
            #expect(faults.withLock { $0.allSatisfy { $0.party == .suite } })
            #expect(faults.withLock { $0.contains { $0.message.contains("params.number: 0 after 0") } })
        }

        /// P-27.
        @Test func aPlaceIsWaitedForWhereTheAdapterHasNoneLeft() async throws {
            // It has two, and does not say so.
            let command = Self.adapter(
                opening: "if sum(s is not None for s in self._sessions.values()) >= 2: raise Refusal(-32013, 'full')")
            let verdicts = try await run(command)
            #expect(verdicts.count > 3)
            for verdict in verdicts.values {
                #expect(verdict.outcome == .pass && verdict.findings.isEmpty, "\(verdict)")
            }
        }
    }
}
