import AccessEnablerAPI
import Driver
import Evidence
import Glibc
import Testing

/// Programs that do not become adapters.
@Suite struct StartTests {
    private func start(
        _ command: [String], limits: ProcessLimits = .patient
    ) async throws(DriverError) -> ProcessImplementation {
        try await ProcessImplementation.start(
            .command(command), recorder: Tape().recorder, suiteVersion: "1", version: .newest, platform: .iOS,
            limits: limits)
    }

    private func answering(_ result: String) -> [String] {
        ["sh", "-c", "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":0,\(result)}'; cat > /dev/null"]
    }

    @Test func aProgramThatIsNotThereIsNamed() async {
        let error = await #expect(throws: DriverError.self) { _ = try await start(["./no-such-adapter", "x"]) }
        #expect(error?.code == .couldNotStart)
        #expect(error?.message.hasPrefix("exec:./no-such-adapter x: ") == true)
        #expect(error?.message.hasSuffix("no such file or directory") == true)
    }

    @Test func aProgramThatEndsAtOnceIsQuoted() async {
        let command = "echo one >&2; echo two >&2; exit 3"
        await #expect(
            throws: DriverError(
                .couldNotStart,
                """
                exec:sh -c \(command): exited with status 3 before it had answered 'initialize'; its standard error ends:
                  one
                  two
                """)
        ) { _ = try await start(["sh", "-c", command]) }
    }

    @Test func aProgramThatNeverAnswersIsGivenUp() async {
        var limits = ProcessLimits.patient
        limits.start = .milliseconds(5)
        limits.grace = .milliseconds(5)
        await #expect(
            throws: DriverError(
                .couldNotStart, "exec:sh -c cat > /dev/null: did not answer 'initialize' within 0.005 seconds")
        ) { _ = try await start(["sh", "-c", "cat > /dev/null"], limits: limits) }
    }

    /// P-22, P-55, P-90.
    @Test(arguments: [
        (
            #""error":{"code":-32001,"message":"only 2.0"}"#, DriverError.Code.couldNotStart,
            "refused 'initialize': only 2.0"
        ),
        (
            #""result":{}"#, .protocolViolation,
            "in the answer to 'initialize', result.api is missing; expected an object"
        ),
        (
            #""result":{"protocolVersion":"1.1","port":{"name":"p","version":""},"api":{"family":"AccessEnabler","version":"3.9","platforms":[]},"calls":[],"callbacks":[],"features":[],"limits":{"lineBytes":70000},"clock":{"origin":"own","now":0}}"#,
            .protocolViolation,
            "in the answer to 'initialize', result.protocolVersion: expected at most 1.0, found 1.1"
        ),
        (
            #""result":{"protocolVersion":"1.0","port":{"name":"p","version":""},"api":{"family":"Roku","version":"3.9","platforms":[]},"calls":[],"callbacks":[],"features":[],"limits":{"lineBytes":70000},"clock":{"origin":"own","now":0}}"#,
            .protocolViolation,
            "in the answer to 'initialize', result.api.family: expected 'AccessEnabler', found 'Roku'"
        ),
        (
            #""result":{"protocolVersion":"1.0","port":{"name":"p","version":""},"api":{"family":"AccessEnabler","version":"3.9","platforms":[]},"calls":[],"callbacks":[],"features":[],"limits":{"lineBytes":70000},"clock":{"origin":"machine","now":0}}"#,
            .protocolViolation,
            "in the answer to 'initialize', result.clock.now: no reading of this machine's monotonic clock between the request and the answer; an adapter with another clock says origin 'own'"
        ),
    ])
    func anAnswerThatIsNoneIsNamed(answer: String, code: DriverError.Code, message: String) async {
        let error = await #expect(throws: DriverError.self) { _ = try await start(answering(answer)) }
        #expect(error?.code == code)
        #expect(error?.message.hasSuffix(": \(message)") == true, "\(error?.message ?? "")")
    }

    /// P-59.
    @Test func afterThreeFailedStartsNoFurtherOneIsTried() async throws {
        // Starts well once, and then writes a line for each start.
        let path = "/tmp/assay-starts-\(UInt64.random(in: 0...UInt64.max))"
        defer { unsafe unlink(path) }
        let once = """
            import os, sys
            path = sys.argv[2]
            if os.path.exists(path):
                print('start', os.path.getsize(path), file=sys.stderr)
                open(path, 'a').write('x')
                sys.exit(9)
            open(path, 'w')

            """
        let port = try await start(["python3", "-c", once + PythonAdapter.script, "plain", path])
        let session = try await port.open(SessionConfiguration(), session: SessionID("s"))
        _ = await session.call(Message("exit:", [.init("status", 0)]), number: 0, deadline: .seconds(60))
        var messages: [String] = []
        for name in ["a", "b", "c", "d", "e"] {
            do throws(DriverError) {
                _ = try await port.open(SessionConfiguration(), session: SessionID(name))
            } catch {
                messages.append(error.message.split(separator: "; its standard error").last.map(String.init) ?? "")
            }
        }
        #expect(
            messages == [
                " ends:\n  start 0", " ends:\n  start 1", " ends:\n  start 2",
                " ends:\n  start 2\n(not started again after 3 failed starts)",
                " ends:\n  start 2\n(not started again after 3 failed starts)",
            ])
        await port.stop()
    }

    /// P-60.
    @Test func aFeatureThatNobodyKnowsIsNoMistake() async throws {
        let script = PythonAdapter.script.replacing(#"["tap.http"]"#, with: #"["tap.http", "tap.future"]"#)
        let port = try await start(["python3", "-c", script, "plain"])
        #expect(port.description.features.contains(.httpTap))
        _ = try await port.open(SessionConfiguration(), session: SessionID("s"))
        await port.stop()
    }

    /// P-23.
    @Test func aFreshProcessThatTellsSomethingElseIsNamed() async throws {
        let path = "/tmp/assay-starts-\(UInt64.random(in: 0...UInt64.max))"
        defer { unsafe unlink(path) }
        let script = PythonAdapter.script.replacing(
            #""name": "snake""#, with: #""name": "adder" if os.path.exists(sys.argv[2]) else "snake""#)
        let port = try await start(["python3", "-c", script, "plain", path])
        let session = try await port.open(SessionConfiguration(), session: SessionID("s"))
        let descriptor = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
        close(descriptor)
        _ = await session.call(Message("exit:", [.init("status", 0)]), number: 0, deadline: .seconds(60))
        let error = await #expect(throws: DriverError.self) {
            _ = try await port.open(SessionConfiguration(), session: SessionID("t"))
        }
        #expect(error?.code == .protocolViolation)
        #expect(error?.message.hasSuffix("a fresh process reports another name, version, calls or features") == true)
        await port.stop()
    }

    @Test func whatIsPrintedInsteadOfAnAnswerIsQuoted() async {
        let error = await #expect(throws: DriverError.self) {
            _ = try await start(["sh", "-c", "echo Loading; echo Ready; exit 0"])
        }
        #expect(
            error?.message.hasSuffix(
                "exited with status 0 before it had answered 'initialize'; its standard output ends:\n  Loading\n  Ready"
            )
                == true, "\(error?.message ?? "")")
    }
}
