import Cryptography
import Documents
import Evidence
import Load
import POSIX
import Synchronization

/// The service providers of a load run in a process of their own.
final class BackendProcess: Sendable {
    struct Ready: Sendable {
        var baseURLs: [String]
        var publicKey: PublicKey
    }

    struct State {
        var ready: Ready?
        var failure: String?
        var listener: Listener?
    }

    /// A closure that is stored as it is would be wrapped anew for every line.
    struct Listener: Sendable {
        var hear: @Sendable (FeedNews) -> Void
    }

    /// Where what it tells comes in.
    final class Mailbox: Sendable {
        let state = Mutex(State())
        /// Given once it is ready, or never will be.
        let settled = FirstResult<Void>()
    }

    private let mailbox: Mailbox
    private let child: ChildProcess

    let ready: Ready
    var identifier: Int32 { child.identifier }

    private init(_ mailbox: Mailbox, _ child: ChildProcess, _ ready: Ready) {
        self.mailbox = mailbox
        self.child = child
        self.ready = ready
    }

    /// Starts it and waits until it is ready.
    ///
    /// - Parameter isBare: whether there is nothing but fan-outs.
    static func start(
        _ profile: LoadProfile, isBare: Bool, specs: String
    ) async throws(ToolError) -> BackendProcess {
        let file = profile.file
        guard Folder.isRereadable(file) || !Folder.exists(file) || file.hasPrefix(CarriedFiles.root) else {
            throw .input("\(file) can be read only once, and the backend reads the profile again: save it to a file")
        }
        let mailbox = Mailbox()
        // What the profile's file does not say of it.
        var command = [Executable.path, "load-backend", profile.file, "--seed", String(profile.seed), "--specs", specs]
        command += ["--providers", profile.providers.counts.map(String.init).joined(separator: ",")]
        if isBare { command.append("--bare") }
        if profile.baseline == 0 { command.append("--no-baseline") }
        if profile.isPair { command.append("--pair") }
        let child = try saying("the backend does not start") {
            try ChildProcess(command) { mailbox.take($0) }
        }
        await mailbox.settled.value()
        if let ready = mailbox.state.withLock({ $0.ready }) { return BackendProcess(mailbox, child, ready) }
        let reason = child.lastErrorLines.last ?? mailbox.state.withLock { $0.failure } ?? ""
        throw .broken("the backend does not start: \(reason)")
    }

    /// From now on hands over what it tells; on the child's thread.
    func listen(_ listener: @escaping @Sendable (FeedNews) -> Void) {
        mailbox.state.withLock { $0.listener = Listener(hear: listener) }
    }

    func close(_ session: SessionID) {
        child.send(line: Array(session.name.utf8))
    }

    /// Why it no longer runs, where it does not.
    var failure: String? { mailbox.state.withLock { $0.failure } }

    func stop() async {
        child.endInput()
        child.terminate(grace: .seconds(2))
        _ = await child.exit()
    }

}

extension BackendProcess.Mailbox {
    /// What cannot be read ends the run: iterations would be judged by half of what happened.
    func take(_ event: ChildProcess.Event) {
        switch event {
        case .line(let line):
            guard let listener = state.withLock({ $0.ready == nil ? nil : $0.listener }) else {
                if state.withLock({ $0.ready == nil }) { getReady(line) }
                return
            }
            do throws(Diagnostic) { listener.hear(try FeedReader.read(line)) } catch { fail("\(error)") }
        case .tooLongLine(_, let length):
            fail("a line of what it saw has \(length) bytes")
        case .ended(let status):
            fail("its process \(status)")
        case .errorLine, .outputEnded:
            break
        }
    }

    private func getReady(_ line: [UInt8]) {
        let json = try? JSON.parse(line)
        let urls = json?["endpoints"]?.array?.compactMap(\.string) ?? []
        guard let pem = json?["publicKey"]?.string, let key = try? PublicKey(pem: pem), !urls.isEmpty else {
            return fail("it did not report that it is ready")
        }
        state.withLock { $0.ready = BackendProcess.Ready(baseURLs: urls, publicKey: key) }
        settled.give(())
    }

    /// The first failure counts: the others follow from it.
    private func fail(_ failure: String) {
        state.withLock { $0.failure = $0.failure ?? failure }
        settled.give(())
    }
}
