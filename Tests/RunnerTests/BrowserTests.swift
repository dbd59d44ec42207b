import Evidence
import POSIX
import Specification
import Testing
import Transport

@testable import Runner

/// What is said where a user does not arrive at the page that the port has opened.
@Suite struct BrowserTests {
    private let login = Login(user: "user", password: "password")

    private func failure(
        _ way: Step.Browse, from url: String, providers: [String] = ["http://127.0.0.1:1"],
        waitingFor patience: Duration = .milliseconds(50)
    ) async throws -> StepFailure? {
        let client = try HTTPClient.start()
        var failure: StepFailure?
        do throws(StepFailure) {
            _ = try await Browser(client, providers: providers, patience: patience) { _ in }.walk(
                way, from: url, as: login)
        } catch {
            failure = error
        }
        await client.stopAndWait()
        return failure
    }

    /// Whoever serves it may have been too slow, which is nothing to hold against the port.
    @Test(arguments: [Step.Browse.open, .signIn, .wrongPasswordFirst, .cancel, .follow])
    func aPageThatDoesNotComeInTimeIsNoEvidence(way: Step.Browse) async throws {
        let deaf = try FileDescriptor.listening(on: SocketAddress())
        let failure = try #require(
            await failure(way, from: "http://127.0.0.1:\(deaf.localPort)/login"))
        #expect(failure.kind == .noEvidence)
        #expect(failure.message.hasPrefix("the browser was not answered: http://127.0.0.1:"), "\(failure.message)")
    }

    /// Nobody says that others than the service providers must answer: the port should not have sent the user there.
    @Test func aPlaceOfSomebodyElsesThatDoesNotAnswerIsThePorts() async throws {
        let deaf = try FileDescriptor.listening(on: SocketAddress())
        let failure = try #require(
            await failure(
                .signIn, from: "http://127.0.0.1:\(deaf.localPort)/login", providers: ["http://127.0.0.2:1"]))
        #expect(failure.kind == .page)
    }

    /// The port should not have sent the user to where nobody listens.
    @Test(arguments: [Step.Browse.open, .signIn]) func aPlaceWhereNobodyIsIsThePorts(way: Step.Browse) async throws {
        var port = UInt16(0)
        do { port = try FileDescriptor.listening(on: SocketAddress()).localPort }
        let failure = try #require(await failure(way, from: "http://127.0.0.1:\(port)/login", waitingFor: .seconds(30)))
        #expect(failure.kind == .page)
    }
}
