import Backend
import Evidence
import HTTPServer
import POSIX
import ServiceProtocol

/// A backend whose every observation is kept.
struct Bench: ~Copyable {
    let backend: Backend
    let log = Log()

    init(
        endpoints: Int = 1, openWorld: OpenWorld? = nil, limits: Limits = Limits(),
        options: BackendOptions = BackendOptions()
    ) throws {
        let log = log
        backend = try Backend.start(
            endpoints: endpoints, recorder: Recorder(sinks: [{ log.append($0) }]), openWorld: openWorld,
            limits: limits, options: options)
    }

    /// One that has a session open.
    init(serving scenario: Scenario) throws {
        try self.init()
        backend.open(scenario)
    }

    deinit { backend.stop() }
}

final class Log: Sendable {
    private let observations = Monitor<[Observation]>([])

    func append(_ observation: Observation) {
        observations.change { $0.append(observation) }
    }

    /// Waits until `pick` finds what it looks for in everything recorded so far.
    func wait<Found: Sendable>(_ pick: ([Observation]) -> Found?) -> Found {
        observations.wait { pick($0) }
    }

    /// Waits until so many events of the session are picked.
    func wait(for count: Int, of session: SessionID, _ pick: (Event) -> Bool) -> [Event] {
        wait { observations in
            let found = observations.filter { $0.session == session && pick($0.event) }.map(\.event)
            return found.count >= count ? found : nil
        }
    }

    var all: [Observation] { wait { $0 } }
}

extension Event {
    var request: RequestEvent? {
        if case .request(let request) = self { request } else { nil }
    }

    var isHeld: Bool {
        if case .replyHeld = self { true } else { false }
    }

    var hasEnded: Bool {
        switch self {
        case .replyLeft, .replyBroken: true
        default: false
        }
    }
}

extension Scenario {
    /// A session whose every value bears its number.
    static func sample(_ number: Int = 1, endpoints: Int = 1) -> Scenario {
        Scenario(
            session: SessionID("s\(number)"), requestor: "REQ\(number)", softwareStatement: "statement-of-\(number)",
            providers: (0..<endpoints).map { index in
                ProviderScript(
                    name: "sp\(index + 1)", endpoint: index,
                    mvpds: [
                        MVPDScript(
                            id: "Cable\(number)", displayName: "Cable <\(number)> & \"Co\"",
                            logoURL: "https://logo.test/a?b=1&c=2",
                            properties: ["iFrameRequired": "true", "boardingStatus": "PICKER & <all>"]),
                        MVPDScript(
                            id: "Temp\(number)", displayName: "Temp", logoURL: "",
                            properties: ["isTempPass": "true"]),
                    ])
            },
            users: [
                UserAccount(
                    name: "user\(number)", password: "secret-of-\(number)", metadata: ["zip": .list(["12345"])])
            ],
            resources: ["News": .granted, "Sports": .denied("Not in <your> package")], seed: 7)
    }
}
