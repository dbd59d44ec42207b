import AccessEnabler
import AccessEnablerAPI
import Synchronization

@testable import Mutants

/// A session of a port over a network that answers at once, and all that was seen of it.
final class Script: Sendable {
    let session: any PortSession
    private let network: PromptNetwork
    private let log: Log

    private final class Log: Sendable {
        let messages = Mutex<[Message]>([])
        let taken = Mutex<[String]>([])
    }

    /// nil is the reference.
    ///
    /// `act` is called before anything is answered to.
    init(_ id: String?, holding held: String? = nil, act: (any AccessEnabler) -> Void) async throws {
        let network = PromptNetwork(held: held)
        let log = Log()
        self.network = network
        self.log = log
        let port = try id.map { try Self.port($0, network) } ?? ReferencePort(network: network)
        session = try port.makeSession(
            SessionConfiguration(softwareStatement: "statement"),
            events: PortEvents(
                delegate: CallbackForwarder { message in log.messages.withLock { $0.append(message) } },
                configurationProcessed: { url in log.taken.withLock { $0.append(url) } }))
        act(session.enabler)
        await settle()
    }

    private static func port(_ id: String, _ network: any Network) throws(PortError) -> any Port {
        guard let mutant = Mutant.named(id) else { throw PortError("no mutant is called \(id)") }
        return mutant.make(network, .sdk)
    }

    var messages: [Message] { log.messages.withLock { $0 } }
    var taken: [String] { log.taken.withLock { $0 } }
    var sent: [String] { network.sent }

    /// Each barrier passes at least one answer.
    func settle() async {
        for _ in 0..<12 {
            await withCheckedContinuation { passed in session.barrier { passed.resume() } }
        }
    }

    func dialog() async throws -> [MVPD] {
        session.enabler.getAuthentication(force: false, data: nil, filter: nil)
        await settle()
        let last = messages.last { $0.selector == .displayProviderDialog }
        return last?["mvpds"]?.arrayValue?.compactMap { MVPD($0) } ?? []
    }
}

/// Answers like two service providers, at once: `a.test` lists A and C, `b.test` A and B.
final class PromptNetwork: Network {
    private let held: String?
    private let urls = Mutex<[String]>([])

    init(held: String?) {
        self.held = held
    }

    var sent: [String] { urls.withLock { $0 } }

    func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
        urls.withLock { $0.append(request.url) }
        if let held, request.url.contains(held) { return Cancellation() }
        completion(.success(answer(request.url)))
        return Cancellation()
    }

    private func answer(_ url: String) -> NetworkReply {
        if url.contains("/o/client/register") { return reply(201, #"{"client_id":"c","client_secret":"s"}"#) }
        if url.contains("/o/client/token") { return reply(201, #"{"access_token":"t","expires_in":60}"#) }
        guard url.contains("/config/"), !url.contains("broken") else { return reply(500, "") }
        let host = url.contains("//a.test") ? "a" : "b"
        let mvpds = (host == "a" ? ["C", "A"] : ["A", "B"]).map {
            "<mvpd><id>\($0)</id><displayName>\(host)</displayName><logoUrl>l</logoUrl></mvpd>"
        }
        return reply(
            200, "<config><requestor><id>R</id><name>R</name><mvpds>\(mvpds.joined())</mvpds></requestor></config>")
    }

    private func reply(_ status: Int, _ text: String) -> NetworkReply {
        NetworkReply(status: status, body: Array(text.utf8))
    }
}
