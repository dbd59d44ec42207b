import Glibc
import POSIX
import Synchronization
import Testing

@Suite struct ChildProcessTests {
    @Test func linesComeBackFromAProgramThatRepeatsThem() async throws {
        let events = Events()
        let child = try ChildProcess(["cat"], report: events.note)
        #expect(child.send(line: Array("one".utf8)))
        #expect(child.send(line: Array("три".utf8)))
        child.endInput()
        #expect(await child.exit() == .exited(0))
        #expect(events.lines == ["one", "три"])
    }

    /// An adapter that says nothing millions of times costs nobody seconds.
    @Test func emptyLinesAreLeftOut() async throws {
        let events = Events()
        let child = try ChildProcess(
            ["sh", "-c", #"head -c 200000 /dev/zero | tr '\0' '\n'; printf 'a\n\n\n'; printf ' \n\nb'"#],
            report: events.note)
        #expect(await child.exit() == .exited(0))
        #expect(await events.all().count == 4)
        #expect(events.lines == ["a", " ", "b"])
    }

    @Test func theEndIsTheLastEventAndComesOnce() async throws {
        let events = Events()
        let child = try ChildProcess(["sh", "-c", "echo a; printf b; exit 3"], report: events.note)
        #expect(await child.exit() == .exited(3))
        #expect(await events.all() == [.line(Array("a".utf8)), .line(Array("b".utf8)), .ended(.exited(3))])
    }

    @Test func standardErrorAndTheEndOfOutputAreReportedWhenAskedFor() async throws {
        let events = Events()
        var options = ChildProcess.Options()
        options.reportsMore = true
        let child = try ChildProcess(["sh", "-c", "echo a >&2; exec >&-; read x"], options: options) {
            events.note($0)
        }
        child.endInput()
        #expect(await child.exit() == .exited(1))
        let all = await events.all()
        #expect(Set(all) == [.errorLine("a"), .outputEnded, .ended(.exited(1))])
        #expect(all.count == 3)
        #expect(all.last == .ended(.exited(1)))
    }

    @Test func argumentsArriveAsTheyAre() async throws {
        let events = Events()
        let child = try ChildProcess(["printf", "%s|", "a b", "$HOME", "'", ""], report: events.note)
        #expect(await child.exit() == .exited(0))
        #expect(events.lines == ["a b|$HOME|'||"])
    }

    @Test func noDescriptorOfOursIsInherited() async throws {
        let descriptor = unsafe open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        let child = try ChildProcess(["test", "-e", "/proc/self/fd/\(descriptor)"]) { _ in }
        #expect(await child.exit() == .exited(1))
    }

    /// Else it could type into our terminal: what a session has typed at it, its shell runs.
    @Test func aProgramIsASessionOfItsOwn() async throws {
        let events = Events()
        let child = try ChildProcess(["sh", "-c", "cut -d ' ' -f 5-7 /proc/$$/stat"], report: events.note)
        #expect(await child.exit() == .exited(0))
        #expect(events.lines == ["\(child.identifier) \(child.identifier) 0"])
    }

    @Test func aVariableIsAddedToTheEnvironment() async throws {
        let events = Events()
        var options = ChildProcess.Options()
        options.environment = ["ASSAY_TEST": "x=y", "PATH": "/usr/bin:/bin"]
        let child = try ChildProcess(["sh", "-c", "echo $ASSAY_TEST $PATH; env | grep -c ^PATH="], options: options) {
            events.note($0)
        }
        #expect(await child.exit() == .exited(0))
        #expect(events.lines == ["x=y /usr/bin:/bin", "1"])
    }

    @Test func aLineLongerThanAllowedIsReportedByItsBeginningAndTheNextOneIsWhole() async throws {
        let events = Events()
        var options = ChildProcess.Options()
        options.maxLineLength = 1_000
        let script = "printf 'a b \"c'; head -c 300000 /dev/zero | tr '\\0' x; echo; echo short"
        let child = try ChildProcess(["sh", "-c", script], options: options, report: events.note)
        _ = await child.exit()
        // Not with a part of a word, which may be a secret.
        let beginning = Array("a b ".utf8)
        #expect(
            await events.all() == [
                .tooLongLine(beginning: beginning, length: 300_006), .line(Array("short".utf8)), .ended(.exited(0)),
            ])
    }

    @Test func theLastSixtyFourLinesOfStandardErrorAreKept() async throws {
        let child = try ChildProcess(["sh", "-c", "seq 100 >&2; printf end >&2"]) { _ in }
        _ = await child.exit()
        #expect(child.lastErrorLines == (38...100).map(String.init) + ["end"])
    }

    @Test func aLongLineOfStandardErrorIsCut() async throws {
        let script = "printf 'a b '; head -c 100000 /dev/zero | tr '\\0' x; echo; echo b"
        let child = try ChildProcess(["sh", "-c", "(\(script)) >&2"]) { _ in }
        _ = await child.exit()
        #expect(child.lastErrorLines == ["a b... (100004 bytes)", "b"])
    }

    @Test func sendingToAProgramThatDoesNotReadNeitherWaitsNorGrowsWithoutBound() async throws {
        var options = ChildProcess.Options()
        options.maxQueueLength = 1_000_000
        let child = try ChildProcess(["sleep", "1000"], options: options) { _ in }
        let line = [UInt8](repeating: 65, count: 99_999)
        var accepted = 0
        while child.send(line: line) { accepted += 1 }
        // What the pipe itself takes comes on top.
        #expect((9...20).contains(accepted))
        child.terminate(grace: .seconds(20))
        #expect(await child.exit() == .signalled(15))
    }

    @Test func sendingToAProgramThatHasGoneIsRefusedAndHarmless() async throws {
        let child = try ChildProcess(["true"]) { _ in }
        #expect(await child.exit() == .exited(0))
        #expect(!child.send(line: [65]))
        child.terminate(grace: .zero)
        child.signal(.kill)
    }

    @Test func aProgramThatClosesItsInputIsStillReadToItsEnd() async throws {
        let events = Events()
        let child = try ChildProcess(
            [
                "sh", "-c",
                "exec <&-; echo closed; read x; trap 'echo bye; exit 4' TERM; echo on; while :; do sleep 0.01; done",
            ], report: events.note)
        await events.waitForLine("on")
        var isAccepted = true
        while isAccepted { isAccepted = child.send(line: [65]) }
        child.terminate(grace: .seconds(20))
        #expect(await child.exit() == .exited(4))
        #expect(events.lines == ["closed", "on", "bye"])
    }

    @Test func aProgramThatIgnoresTerminationIsKilled() async throws {
        let events = Events()
        let child = try ChildProcess(["sh", "-c", "trap '' TERM; echo on; while :; do sleep 0.01; done"]) {
            events.note($0)
        }
        await events.waitForLine("on")
        child.terminate(grace: .milliseconds(20))
        #expect(await child.exit() == .signalled(9))
    }

    @Test func aProgramLeftBehindDoesNotKeepTheEndFromBeingSeen() async throws {
        let events = Events()
        let child = try ChildProcess(["sh", "-c", "sleep 1000 & echo $!"], report: events.note)
        #expect(await child.exit() == .exited(0))
        #expect(events.lines.count == 1)
    }

    @Test func lettingGoOfAProgramEndsIt() async throws {
        let events = Events()
        do {
            let child = try ChildProcess(["cat"], report: events.note)
            child.send(line: Array("on".utf8))
            await events.waitForLine("on")
            withExtendedLifetime(child) {}
        }
        #expect(await events.all().last == .ended(.signalled(15)))
    }

    @Test func aProgramThatDoesNotExistIsAnErrorThatNamesIt() {
        let error = #expect(throws: SystemError.self) {
            _ = try ChildProcess(["/no/such/program"]) { _ in }
        }
        #expect(error?.description == "start '/no/such/program': no such file or directory")
    }

    @Test func manyLinesBothWaysKeepTheirOrder() async throws {
        let events = Events()
        let child = try ChildProcess(["cat"], report: events.note)
        let lines = (0..<20_000).map { "line \($0) \(String(repeating: "x", count: $0 % 200))" }
        for line in lines { child.send(line: Array(line.utf8)) }
        child.endInput()
        _ = await child.exit()
        #expect(events.lines == lines)
    }
}

/// The events of one child, which a test may wait for.
private final class Events: Sendable {
    private let stream = AsyncStream.makeStream(of: ChildProcess.Event.self)
    private let seen = Mutex<[ChildProcess.Event]>([])

    func note(_ event: ChildProcess.Event) {
        seen.withLock { $0.append(event) }
        stream.continuation.yield(event)
        if case .ended = event { stream.continuation.finish() }
    }

    var lines: [String] {
        seen.withLock { events in
            events.compactMap { event in
                guard case .line(let bytes) = event else { return nil }
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// Waits for the end first.
    func all() async -> [ChildProcess.Event] {
        for await _ in stream.stream {}
        return seen.withLock { $0 }
    }

    func waitForLine(_ line: String) async {
        for await event in stream.stream where event == .line(Array(line.utf8)) { return }
    }
}
