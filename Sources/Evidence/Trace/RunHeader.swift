package import AccessEnablerAPI

/// What a run was: written first in its trace.
package struct RunHeader: Sendable, Hashable {
    package var assayVersion: String
    package var portName: String
    package var portVersion: String
    package var implementation: String
    /// ``embedded``, or the addresses of service providers elsewhere, with commas between; behind `gate:` those that
    /// were reached through gates.
    package var backend: String
    package var platform: Platform
    package var version: SDKVersion
    /// Which generation of the protocol the port speaks.
    package var wire = Wire.sdk
    package var seed: UInt64
    package var features: Set<PortFeature>
    package var calls: Set<Selector>
    /// Wall-clock time of the start, in milliseconds since 1970.
    package var startedAt: Int64
    /// The identifiers of the cases of the run, in order, whether or not they came to be run.
    package var cases: [String]
    /// The names of cases for which somebody said what they stand for, at service providers that are not simulated.
    package var given: Set<String>
    /// Whether the adapter was confined.
    package var isSandboxed: Bool
    /// How often, at the most, a case was to be seen again whose verdict rests on order or silence.
    package var looks = 0
    /// What service providers behind gates have; nil for others.
    package var site: Site?

    /// What ``implementation`` says where nobody was asked to keep contracts: these are whoever talked to the services.
    package static let clients = "clients of assay serve"
    /// The same of whoever talked to service providers of somebody else's.
    package static let clientsElsewhere = "clients of assay record"
    /// Whether it is a recorded exchange, in which nobody was asked to keep contracts.
    package var isOfClients: Bool { [Self.clients, Self.clientsElsewhere].contains(implementation) }

    /// What a report says of where it was not they who were judged, but those who answered them.
    package static let providers = "the service providers"
    /// Whether no port was driven, but recorded clients or service providers were judged.
    package var isRecorded: Bool { isOfClients || implementation == Self.providers }

    /// What ``backend`` says of the simulator in the run's own process.
    package static let embedded = "embedded"

    /// What ``backend`` begins with where gates stood before the service providers.
    package static let gate = "gate:"

    /// The port's name and version, as far as it says them.
    package var port: String { [portName, portVersion].filter { !$0.isEmpty }.joined(separator: " ") }

    /// Which protocol it is, where it is not the SDK's.
    package var otherWire: String? { wire == .sdk ? nil : wire.rawValue }

    /// The same for the end of a sentence.
    package var overWire: String { otherWire.map { " over \($0)" } ?? "" }

    /// Whether everything is in the trace that the service providers were asked.
    package var seesRequests: Bool { backend == Self.embedded || backend.hasPrefix(Self.gate) }

    package init(
        assayVersion: String, portName: String, portVersion: String, implementation: String, backend: String,
        platform: Platform, version: SDKVersion, seed: UInt64, features: Set<PortFeature>, calls: Set<Selector>,
        startedAt: Int64, cases: [String] = [], given: Set<String> = [],
        isSandboxed: Bool = false
    ) {
        self.assayVersion = assayVersion
        self.portName = portName
        self.portVersion = portVersion
        self.implementation = implementation
        self.backend = backend
        self.platform = platform
        self.version = version
        self.seed = seed
        self.features = features
        self.calls = calls
        self.startedAt = startedAt
        self.cases = cases
        self.given = given
        self.isSandboxed = isSandboxed
    }
}

/// Which case a session belongs to, and what the names in the case stand for in it.
package struct SessionHeader: Sendable, Hashable {
    /// The case's identifier: its contract's, and the cell of its matrix.
    package var caseID: String
    package var attempt: Attempt
    /// Counts the sessions of the attempt from 0; a restart opens the next.
    package var part: Int
    /// Names of the case and what they stand for: MVPDs, users, the requestor, providers' URLs.
    package var bindings: [String: String]

    package init(caseID: String, attempt: Attempt, part: Int, bindings: [String: String]) {
        self.caseID = caseID
        self.attempt = attempt
        self.part = part
        self.bindings = bindings
    }
}
