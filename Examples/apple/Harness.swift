#if canImport(AccessEnabler) && (os(iOS) || os(tvOS))
import AccessEnabler
import Foundation
import Network

/// The adapter of the framework: dials the suite, and speaks the adapter protocol (Documentation/adapter-protocol.md).
///
/// Everything happens on the main queue, where the framework wants to be called and calls back.
final class Harness {
    private let connection: NWConnection
    private let token: String
    private var received = Data()
    private var sequence = 0
    private var sessions: [String: (enabler: AccessEnabler, delegate: Delegate)] = [:]
    private var events: [String: Int] = [:]

    init(host: String, port: UInt16, token: String) {
        connection = NWConnection(host: .init(host), port: .init(rawValue: port)!, using: .tcp)
        self.token = token
    }

    func start() {
        connection.start(queue: .main)
        write(["jsonrpc": "2.0", "method": "hello", "params": ["token": token]])
        receive()
    }

    private func receive() {
        connection.receive(minimumIncompleteLength: 1, maximumLength: 65_536) { [self] data, _, isComplete, _ in
            received.append(data ?? Data())
            while let end = received.firstIndex(of: 10) {
                let line = received[received.startIndex..<end]
                received.removeSubrange(received.startIndex...end)
                if let message = try? JSONSerialization.jsonObject(with: line) as? [String: Any] { obey(message) }
            }
            if isComplete { exit(0) } else { receive() }
        }
    }

    private func obey(_ message: [String: Any]) {
        guard let id = message["id"], let method = message["method"] as? String else { return }
        let params = message["params"] as? [String: Any] ?? [:]
        let session = params["session"] as? String ?? ""
        switch method {
        case "initialize": succeed(id, description)
        case "ping", "cancel": succeed(id)
        case "shutdown":
            succeed(id)
            connection.send(content: nil, contentContext: .finalMessage, isComplete: true, completion: .contentProcessed { _ in exit(0) })
        case "session/open": open(id, session, params["configuration"] as? [String: Any] ?? [:])
        case "session/barrier": fail(id, -32022, "no 'barrier.executor'")
        case "session/call", "session/close":
            guard let enabler = sessions[session]?.enabler else { return fail(id, -32011, "no session '\(session)' is open") }
            guard method == "session/call" else {
                sessions[session] = nil
                return succeed(id)
            }
            call(id, enabler, params["selector"] as? String ?? "", params["arguments"] as? [String: Any] ?? [:])
        default: fail(id, -32601, "no method '\(method)'")
        }
    }

    private func open(_ id: Any, _ name: String, _ configuration: [String: Any]) {
        guard sessions.isEmpty else { return fail(id, -32013, "the framework has one instance in a process") }
        guard let enabler = AccessEnabler(configuration["softwareStatement"] as? String ?? "") else {
            return fail(id, -32010, "the framework makes no instance")
        }
        let delegate = Delegate { [weak self] selector, arguments in self?.tell(name, selector, arguments) }
        enabler.delegate = delegate
        enabler.statusDelegate = delegate
        sessions[name] = (enabler, delegate)
        succeed(id)
    }

    private func call(_ id: Any, _ enabler: AccessEnabler, _ selector: String, _ arguments: [String: Any]) {
        switch selector {
        case "setOptions:": enabler.setOptions(arguments["options"] as? [String: Any] ?? [:])
        case "setRequestor:serviceProviders:":
            enabler.setRequestor(arguments["requestorID"] as? String, serviceProviders: arguments["urls"] as? [Any])
        case "checkAuthentication": enabler.checkAuthentication()
        case "getAuthentication": enabler.getAuthentication()
        case "setSelectedProvider:": enabler.setSelectedProvider(arguments["mvpdId"] as? String)
        case "getSelectedProvider": enabler.getSelectedProvider()
        case "handleExternalURL:": enabler.handleExternalURL(arguments["url"] as? String)
        case "checkAuthorization:": enabler.checkAuthorization(arguments["resource"] as? String)
        case "getAuthorization:": enabler.getAuthorization(arguments["resource"] as? String)
        case "checkPreauthorizedResources:": enabler.checkPreauthorizedResources(arguments["resources"] as? [Any])
        case "logout": enabler.logout()
        default: return fail(id, -32021, "no call '\(selector)'")
        }
        succeed(id)
    }

    private var description: [String: Any] {
        [
            "protocolVersion": "1.0", "port": ["name": "AccessEnabler.framework", "version": "unknown"],
            "api": ["family": "AccessEnabler", "version": "3.9.2", "platforms": [platform]],
            "calls": [
                "setOptions:", "setRequestor:serviceProviders:", "checkAuthentication", "getAuthentication",
                "setSelectedProvider:", "getSelectedProvider", "handleExternalURL:", "checkAuthorization:",
                "getAuthorization:", "checkPreauthorizedResources:", "logout",
            ],
            "callbacks": [
                "setRequestorComplete:", "displayProviderDialog:", "navigateToUrl:", "navigateToUrl:useSVC:",
                "setAuthenticationStatus:errorCode:", "preauthorizedResources:", "setToken:forResource:",
                "tokenRequestFailed:errorCode:errorDescription:", "selectedProvider:", "sendTrackingData:forEventType:",
                "setMetadataStatus:encrypted:forKey:andArguments:", "status:",
            ],
            "features": [String](), "limits": ["lineBytes": 1 << 20, "sessions": 1],
            "clock": ["origin": "own", "now": Int64(DispatchTime.now().uptimeNanoseconds)],
        ]
    }

    private var platform: String {
        #if os(tvOS)
            "tvos"
        #else
            "ios"
        #endif
    }

    // MARK: - Writing

    private func tell(_ session: String, _ selector: String, _ arguments: [String: Any]) {
        let number = events[session, default: 0]
        let isWritten = write([
            "jsonrpc": "2.0", "method": "session/event",
            "params": [
                "session": session, "seq": sequence, "n": number, "ts": Int64(DispatchTime.now().uptimeNanoseconds),
                "thread": "main", "selector": selector, "arguments": arguments,
            ],
        ])
        // What is not sent has no number.
        guard isWritten else { return }
        events[session] = number + 1
        sequence += 1
    }

    private func succeed(_ id: Any, _ result: [String: Any] = [:]) {
        write(["jsonrpc": "2.0", "id": id, "result": result])
    }

    private func fail(_ id: Any, _ code: Int, _ message: String) {
        write(["jsonrpc": "2.0", "id": id, "error": ["code": code, "message": message]])
    }

    /// Whether it could be written: what has a date in it, say, is no JSON, and would raise an exception.
    @discardableResult
    private func write(_ message: [String: Any]) -> Bool {
        guard JSONSerialization.isValidJSONObject(message),
            var line = try? JSONSerialization.data(withJSONObject: message)
        else { return false }
        line.append(10)
        connection.send(content: line, completion: .contentProcessed { _ in })
        return true
    }
}
#else
#warning("the AccessEnabler framework for iOS or tvOS is not there: this harness is not built")
#endif
