import Backend
import Cryptography
import Documents
import POSIX
import Synchronization
import Testing

@testable import assay

/// What the service providers of a load run tell from a process of their own.
@Suite struct BackendProcessTests {
    /// One that is ready, and is listened to.
    private func mailbox() throws -> BackendProcess.Mailbox {
        let mailbox = BackendProcess.Mailbox()
        let ready: JSON = [
            "ready": true, "publicKey": .string(try Backend.ownPublicKey().pem),
            "endpoints": .strings(["http://127.0.0.1:1"]),
        ]
        mailbox.take(.line(ready.compact))
        mailbox.state.withLock { $0.listener = BackendProcess.Listener { _ in } }
        mailbox.take(.line(Array("h 5".utf8)))
        return mailbox
    }

    private func failure(_ events: [ChildProcess.Event]) throws -> String? {
        let mailbox = try mailbox()
        for event in events { mailbox.take(event) }
        return mailbox.state.withLock { $0.failure }
    }

    /// Iterations are judged by all that happened in them, or not at all.
    @Test func newsThatCannotBeReadEndTheRun() throws {
        #expect(try failure([]) == nil)
        #expect(try failure([.line(Array("c x".utf8))])?.contains("'c x' is no news") == true)
        #expect(try failure([.line(Array("{".utf8))]) != nil)
        let long = ChildProcess.Event.tooLongLine(beginning: [], length: 2_000_000)
        #expect(try failure([long, .ended(.exited(1))]) == "a line of what it saw has 2000000 bytes")
    }
}
