import AccessEnablerAPI
import Documents
import Evidence
import LoadResults
import Measurement
import Reports
import SchemaCheck
import Testing
import Timing

@testable import Load

/// What the files of a run say of it, and what they leave out.
@Suite struct LoadResultTests {
    static let profile = """
        schema: assay/load/2
        id: x
        title: X
        duration: 10s
        arrivals: { rate: 100/s }
        providers: { count: [1, 2, 4, 8] }
        baseline: 20%
        traffic: [{ journey: fan-out }]
        thresholds: [violations == 0, overhead.p50 < 1s, overhead.p99 < 1s]
        """

    /// Overheads are 100 microseconds and 10 for each provider, the baseline's half of that.
    func result(
        iterations: Int = 300, dropped: Int = 0, wasStopped: Bool = false, news: [String: Int] = [:],
        refusedConnections: Int = 0
    ) throws -> LoadReport {
        var figures = LoadFigures()
        for providers in [1, 2, 4, 8] {
            let overhead = Duration.nanoseconds(100_000 + 10_000 * Int64(providers))
            for _ in 0..<iterations {
                for phase in [Phase.overhead, .addedLatency, .completion, .service] {
                    figures.record([(phase, overhead)], providers: providers, isBaseline: false)
                    figures.record([(phase, overhead / 2)], providers: providers, isBaseline: true)
                }
                figures.second(1) { second in
                    second.completed += 1
                    second.completion.record(overhead.wholeNanoseconds)
                    second.service.record(overhead.wholeNanoseconds)
                }
                figures.completed += 1
            }
        }
        figures.dropped = dropped
        return LoadReport(
            profile: try LoadFixture.profile(Self.profile),
            header: RunHeader(
                assayVersion: "test", portName: "port", portVersion: "1", implementation: "builtin",
                backend: RunHeader.embedded, platform: .iOS, version: .newest, seed: 1, features: [], calls: [],
                startedAt: 0),
            figures: figures, resources: [], measured: .seconds(10), wasStopped: wasStopped, isVerified: true,
            maxInstances: 1, machine: .init(processors: 2, descriptorLimit: 0, refusedConnections: refusedConnections),
            news: news)
    }

    func problems(of report: JSON) throws -> [String] {
        let path = LoadFixture.root + "Specs/schema/load-report.schema.json"
        return SchemaCheck(try JSON.parse(try File.read(path), file: path)).problems(of: report)
    }

    private func number(_ json: JSON?) throws -> Double {
        switch try #require(json) {
        case .double(let number): return number
        case .int(let number): return Double(number)
        case let other: throw ReadingError(text: "\(other)")
        }
    }

    private struct ReadingError: Error { var text: String }

    @Test func aBoundBeyondEveryIntegerIsTold() {
        #expect(LoadText.significant(1e300) == "1e+300" && LoadText.significant(-1_234) == "-1234")
        #expect(LoadText.significant(.leastNonzeroMagnitude) == "0.000000000000000")
    }

    // MARK: - Growth

    @Test func theReportHasTheLineThroughTheOverheads() throws {
        let report = LoadJSON.report(try result())
        let lines = try #require(report["growth"]?.array)
        #expect(lines.count == 4)
        for line in lines {
            let share = line["of"]?.string == "baseline" ? 0.5 : 1
            // Histograms keep three digits.
            #expect(abs(try number(line["alpha"]?["value"]) - 100_000 * share) < 300)
            #expect(abs(try number(line["beta"]?["value"]) - 10_000 * share) < 60)
            #expect(try number(line["determination"]) > 0.999)
            #expect(line["points"]?.int == 4)
        }
        #expect(try problems(of: report) == [])
    }

    // MARK: - What fails a run

    private func violation() -> IterationViolation {
        IterationViolation(
            session: "s1", caseID: "c", time: .zero, statements: ["AE-REQ-008"], message: "did not come", expected: "",
            seen: "")
    }

    @Test func whatNoRunUnderGatesShowsAgainIsASuspicion() throws {
        var result = try result()
        result.figures.verification.violations = [violation()]
        result.figures.verification.violationCount = 1
        #expect(result.verdict == .violated && result.exitCode == .failed)
        result.take(violations: [], suspicions: [violation()])
        #expect(result.verdict != .violated && result.figures.verification.violationCount == 0)
        let report = LoadJSON.report(result)
        #expect(try problems(of: report) == [])
        #expect(report["verification"]?["suspicions"]?.array?.count == 1)
        #expect(report["verification"]?["findings"]?.array?.isEmpty == true)
    }

    /// No sentence names a property of which only suspicions are left.
    @Test func aPropertyIsViolatedInNoIterationOfWhichOnlySuspicionsAreLeft() throws {
        var figures = VerificationFigures()
        let statements = ["AE-SP-007", "AE-TOK-001", "AE-SP-007", "AE-SP-006"]
        let violations = statements.enumerated().map { index, statement in
            IterationViolation(
                session: "s\(index)", caseID: "c", time: .zero, statements: [statement], message: "m")
        }
        for violation in violations {
            figures.noteViolations(of: [violation.statements])
            figures.keep(violation)
            figures.violationCount += 1
        }
        var result = try result()
        result.figures.verification = figures
        result.take(violations: Array(violations.prefix(1)), suspicions: Array(violations.dropFirst()))
        let violated = result.figures.verification.properties.mapValues(\.violated)
        #expect(violated == ["fastest responder": 1, "tokens as issued": 0])
        #expect(result.sentence == "not correct: 1 violation in 1200 iterations (fastest responder)")
        result.take(violations: [], suspicions: violations)
        #expect(result.figures.verification.properties.values.allSatisfy { $0.violated == 0 })
    }

    @Test func ofSeveralShortagesEveryRunTellsTheSame() throws {
        var figures = try result().figures
        for index in 10..<50 {
            figures.errors["error\(index)"] = ErrorFigures(first: .seconds(1), sample: "no thread in \(index)")
            figures.errors["error\(index)"]?.add(at: .seconds(1))
        }
        let judged = LoadReport(
            profile: try LoadFixture.profile(Self.profile), header: try result().header, figures: figures,
            resources: [], measured: .seconds(10), wasStopped: false, isVerified: true, maxInstances: 1,
            machine: .init(processors: 2, descriptorLimit: 0))
        #expect(judged.validity.objections == ["the machine ran out of resources: no thread in 10 (1 times)"])
    }

    /// 20 iterations for each number of providers are 80 of all.
    @Test func aPercentileOfTooFewValuesIsInNoTable() throws {
        let rows = LoadTables.phases(try result(iterations: 20)).split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(!rows.isEmpty && rows.allSatisfy { $0.count == 10 && $0[5] != "" && $0[6] == "" && $0[7] == "" })
        let whole = LoadTables.phases(try result()).split(separator: "\n")
        #expect(whole.contains { $0.hasPrefix("overhead,all,implementation,1200,") && !$0.contains(",,") })
    }

    @Test func whoCouldNotMeasureFailsNobodyWithoutAProof() throws {
        var result = try result(refusedConnections: 3)
        result.figures.verification.violations = [violation()]
        result.figures.verification.violationCount = 1
        #expect(result.verdict == .invalid && result.exitCode == .invalidMeasurement)
        result.figures.verification.violations[0].ground = .content
        #expect(result.verdict == .violated && result.exitCode == .failed)
        result.figures.verification.violations[0].ground = .order
        result.figures.verification.violations[0].command = "assay replay x"
        #expect(result.verdict == .violated)
    }

    // MARK: - Runs that are not valid

    @Test func aRunThatIsNotValidShowsItsDurationsAsUntrusted() throws {
        let result = try result(refusedConnections: 3)
        #expect(result.verdict == .invalid && result.standing == .untrusted)
        let report = LoadJSON.report(result)
        #expect(report["standing"] == "untrusted")
        #expect(report["phases"]?["overhead"]?["count"]?.int == 1_200)
        for threshold in try #require(report["thresholds"]?.array) where threshold["text"] != "violations == 0" {
            #expect(threshold["holds"] == .null)
            #expect(threshold["said"]?.string?.hasSuffix(", untrusted") == true)
        }
        #expect(report["thresholds"]?.array?.first?["holds"] == .bool(true))
        #expect(try problems(of: report) == [])
        #expect(LoadTables.seconds(result).split(separator: "\n").dropFirst().allSatisfy { $0.hasSuffix(",untrusted") })
        #expect(LoadTables.phases(result).split(separator: "\n").dropFirst().allSatisfy { $0.hasSuffix(",untrusted") })
        #expect(LoadTables.log(result).contains("Tag=untrusted-measured-completion"))
        let metrics = LoadMetrics.text(result).split(separator: "\n").filter {
            $0.hasPrefix("assay_load_phase_seconds")
        }
        #expect(!metrics.isEmpty && metrics.allSatisfy { $0.contains("standing=\"untrusted\"") })
        // What holds is no error, and says nothing either.
        let junit = String(decoding: LoadJUnit.bytes(result), as: UTF8.self)
        let holding = junit.split(separator: "<testcase").first { $0.contains("violations == 0") }
        #expect(holding?.contains("<skipped") == true && holding?.contains("<error") == false)
        #expect(LoadPage(result).html.source.contains("These figures are untrusted."))
        #expect(LoadSummary.plain(result).hasPrefix("INVALID: the measurement failed"))
    }

    /// What the backend says when it cannot accept another connection.
    private static let refusal = "endpoint 0 refused a request with status 503: the server has no connections left"

    @Test func aRunInWhichConnectionsWereRefusedIsNotValid() throws {
        let result = try result(refusedConnections: 3)
        #expect(result.verdict == .invalid)
        #expect(
            result.validity.objections == [
                "the machine ran out of resources: the service providers refused 3 connections"
            ])
        // What an adapter says of itself is no sign of it.
        #expect(try self.result(news: ["the adapter has no connections left": 3]).validity.objections.isEmpty)
    }

    /// A port in a process of its own that has no descriptors left has failed; in this process nothing can be told apart.
    @Test(arguments: [
        ("builtin", "", LoadReport.Verdict.invalid), ("exec:./port", "", .missed),
        ("exec:./port", " in system", .invalid),
    ])
    func theWordsOfAPortInvalidateNothing(implementation: String, end: String, verdict: LoadReport.Verdict) throws {
        var report = try result()
        var error = ErrorFigures(first: .seconds(1), sample: "-32010: Too many open files" + end)
        error.add(at: .seconds(1))
        (report.figures.errors["callFailed"], report.figures.failed) = (error, 1)
        var header = report.header
        header.implementation = implementation
        var profile = try LoadFixture.profile(Self.profile)
        profile.thresholds = [try Threshold("errors <= 0%")]
        let judged = LoadReport(
            profile: profile, header: header, figures: report.figures, resources: [], measured: .seconds(10),
            wasStopped: false, isVerified: true, maxInstances: 1, machine: report.machine)
        #expect(judged.verdict == verdict)
    }

    @Test func whatIsMissingIsNoGreenTestCase() throws {
        var report = try result()
        func junit() -> String { String(decoding: LoadJUnit.bytes(report), as: UTF8.self) }
        #expect(junit().contains("errors=\"0\"") && junit().contains("name=\"complete\""))
        report.missing = ["2/3"]
        #expect(junit().contains("<error message=\"part 2/3 is missing\""))
        report.missing = []
        report.wasStopped = true
        #expect(junit().contains("<error message=\"the run was stopped before its end\""))
    }

    /// What its content proves is never among those that are counted only.
    @Test func aProofTakesThePlaceOfASuspicion() {
        var figures = VerificationFigures()
        func violation(_ ground: Finding.Ground, _ session: String) -> IterationViolation {
            var violation = IterationViolation(session: session, caseID: "c", time: .zero, message: "m")
            violation.ground = ground
            return violation
        }
        for index in 0..<VerificationFigures.kept { figures.keep(violation(.order, "s\(index)")) }
        #expect(!figures.hasProof)
        figures.keep(violation(.order, "late"))
        figures.keep(violation(.content, "proof"))
        #expect(figures.hasProof && figures.violations.count == VerificationFigures.kept)
        #expect(!figures.violations.contains { $0.session == "late" })
    }

    @Test func fromTheFirstRefusalOnNothingIsConcluded() {
        let instances = Instances()
        func tell(_ event: Event, at time: Int64) {
            instances.take(
                Observation(sequence: 0, time: MonotonicTime(nanoseconds: time), session: .none, event: event))
        }
        tell(.note("the adapter has no connections left"), at: 1)
        // What differs only in the number of its request is told once.
        for number in 1...3 { tell(.note("it closed its connection before request \(number) was answered"), at: 1) }
        #expect(instances.news["it closed its connection before a request was answered"] == 3)
        tell(.refused(RefusedRequest(endpoint: 0, status: 400, reason: "no Host")), at: 2)
        #expect(instances.shortage == nil)
        let refusal = RefusedRequest(
            endpoint: 0, status: 503, reason: "the server has no connections left", isShortage: true)
        tell(.refused(refusal), at: 5)
        tell(.refused(refusal), at: 4)
        #expect(instances.shortage == MonotonicTime(nanoseconds: 4) && instances.refusedConnections == 2)
        #expect(instances.news[refusal.description] == 2 && refusal.description == Self.refusal)
    }

    // MARK: - Runs that are stopped

    @Test func aStoppedRunTellsWhatItSawAndNoMore() throws {
        let result = try result(iterations: 100, wasStopped: true)
        #expect(result.verdict == .stopped)
        #expect(result.exitCode == .incomplete)
        #expect(result.thresholds.map(\.holds) == [true, true, nil])
        let report = LoadJSON.report(result)
        #expect(report["phases"]?["completion"]?["count"]?.int == 400)
        #expect(try problems(of: report) == [])
    }

    @Test func aRunInWhichEveryIterationFailedShowsNothing() throws {
        var result = try result()
        (result.figures.completed, result.figures.failed) = (0, 4)
        result.decide([])
        #expect(result.verdict == .incomplete)
        #expect(result.sentence == "no iteration was completed, and 4 failed")
        let junit = String(decoding: LoadJUnit.bytes(result), as: UTF8.self)
        #expect(junit.contains("<error message=\"no iteration was completed, and 4 failed\""))
    }

    /// 400 iterations in 10 seconds: a p99 needs 1,000, and a tenth more for good measure.
    @Test func tooFewValuesLeaveOnlyTheirOwnThresholdOpen() throws {
        let result = try result(iterations: 100)
        #expect(result.verdict == .incomplete && result.exitCode == .incomplete)
        #expect(result.thresholds.map(\.holds) == [true, true, nil])
        #expect(result.thresholds.map(\.sufficient) == [nil, nil, .seconds(28)])
        #expect(result.sentence.contains("400 of at least 1000 values; --duration 28s would do"))
    }

    // MARK: - An earlier run

    @Test func aThresholdMayBeHeldAgainstAnEarlierRun() throws {
        func figures(_ time: Duration, iterations: Int = 2_000) -> LoadFigures {
            var figures = LoadFigures()
            for _ in 0..<iterations { figures.record([(.overhead, time)], providers: 1, isBaseline: false) }
            return figures
        }
        func outcome(_ text: String, _ earlier: LoadFigures?) throws -> ThresholdOutcome {
            ThresholdOutcome(
                try Threshold(text), figures(.milliseconds(11)), over: 1,
                earlier: earlier.map { (figures: $0, measured: .seconds(1)) })
        }
        #expect(try outcome("overhead.p99 <= earlier * 1.2", figures(.milliseconds(10))).holds == true)
        #expect(try outcome("overhead.p99 <= earlier * 1.05", figures(.milliseconds(10))).holds == false)
        // Nothing is held against a percentile of too few values, nor against nothing.
        let open = try outcome("overhead.p99 <= earlier * 1.2", figures(.milliseconds(10), iterations: 500))
        #expect(open.holds == nil && open.isOpen)
        #expect(try outcome("overhead.p99 <= earlier * 1.2", nil).isOpen)
        let text = LoadText.value(of: try outcome("overhead.p99 <= earlier * 1.2", figures(.milliseconds(10))))
        #expect(text == "11.0 ms, held against 12.0 ms")
        for wrong in ["overhead.p99 <= earlier * x", "overhead.p99 <= earlier * 0", "overhead.p99 <= base * 2"] {
            #expect(throws: Threshold.Problem.self) { _ = try Threshold(wrong) }
        }
    }

    // MARK: - Thresholds for a number of providers

    @Test func aThresholdMayBeAboutOneNumberOfProviders() throws {
        var figures = LoadFigures()
        for _ in 0..<2_000 {
            figures.record([(.overhead, .milliseconds(1))], providers: 1, isBaseline: false)
            figures.record([(.overhead, .milliseconds(9))], providers: 16, isBaseline: false)
        }
        func holds(_ text: String) throws -> Bool? {
            ThresholdOutcome(try Threshold(text), figures, over: 1).holds
        }
        #expect(try holds("overhead.p99 < 5ms") == false)
        #expect(try holds("overhead[1].p99 < 5ms") == true)
        #expect(try holds("overhead[16].p99 < 5ms") == false)
        #expect(try holds("overhead[2].p99 < 5ms") == nil)
        #expect(throws: Threshold.Problem.self) { _ = try Threshold("overhead[x].p99 < 5ms") }
        #expect(throws: Threshold.Problem.self) { _ = try Threshold("overhead[0].p99 < 5ms") }
    }

    // MARK: - The implementation

    @Test func anImplementationThatWasLostBetweenIterationsIsToldOf() throws {
        let result = try result(news: ["the adapter ended by signal 9": 2])
        #expect(result.verdict == .passed)
        #expect(result.validity.remarks.map(\.text) == ["the adapter ended by signal 9 (2 times)"])
        #expect(result.validity.remarks.map(\.subject) == ["implementation"])
    }
}
