import AccessEnablerAPI
import Documents
import Evidence
import Reports
import ServiceProtocol
import Timing

/// What is needed to run one failed case again exactly as it was: a folder with `bundle.json` and `trace.ndjson`.
///
/// The trace is the case's part of its run's, with the run's header, so that it can be judged as a run of its own.
struct ReplayBundle: Sendable, Hashable {
    var caseID: String
    var outcome: Outcome
    /// The number of the session: with the seed it decides every value that was made up for it.
    var number: Int
    var seed: UInt64
    var platform: Platform
    var version: SDKVersion
    var wire: Wire
    var implementation: String
    /// Whether it was confined.
    var isSandboxed: Bool
    /// What the contract's steps did, in order.
    var steps: [String]
    /// The replies that were held and let go, in that order: `sp2 configuration`.
    var gates: [String]

    static let schema = "assay/bundle/2"

    /// nil where nothing shows which session the verdict is on.
    init?(_ verdict: Verdict, _ record: CaseRecord, _ header: RunHeader) {
        guard let first = record.attempts.first, let number = Self.number(of: first) else { return nil }
        caseID = verdict.caseID
        outcome = verdict.outcome
        self.number = number
        seed = header.seed
        platform = header.platform
        version = header.version
        wire = header.wire
        implementation = header.implementation
        isSandboxed = header.isSandboxed
        steps = record.steps
        gates = Self.gates(in: first)
    }

    private static func number(of observations: [Observation]) -> Int? {
        for observation in observations {
            guard case .sessionOpened(let header) = observation.event, header.part == 0 else { continue }
            return header.attempt.number
        }
        return nil
    }

    private static func gates(in observations: [Observation]) -> [String] {
        var requests: [UInt64: RequestEvent] = [:]
        return observations.compactMap { observation in
            switch observation.event {
            case .request(let request):
                requests[request.exchange] = request
                return nil
            case .replyReleased(let exchange, _):
                return requests[exchange].map { "\($0.provider) \($0.purpose.rawValue)" }
            default:
                return nil
            }
        }
    }

    // MARK: - As a file

    var json: JSON {
        [
            "schema": .string(Self.schema), "case": .string(caseID), "outcome": .string(outcome.rawValue),
            "number": .int(Int64(number)), "seed": .string("\(seed)"), "platform": .string(platform.rawValue),
            "version": .string("\(version)"), "implementation": .string(implementation),
            "sandboxed": .bool(isSandboxed), "wire": .string(wire.rawValue),
            "steps": .strings(steps), "gates": .strings(gates),
        ]
    }

    /// nil where something is missing or of another kind.
    init?(_ json: JSON) {
        guard json["schema"]?.string == Self.schema, let caseID = json["case"]?.string,
            let outcome = json["outcome"]?.string.flatMap(Outcome.init(rawValue:)),
            let number = json["number"]?.int?.within(0...1 << 40),
            let seed = json["seed"]?.string.flatMap({ UInt64($0) }),
            let platform = json["platform"]?.string.flatMap(Platform.init(rawValue:)),
            let version = json["version"]?.string.flatMap({ SDKVersion($0) }),
            let implementation = json["implementation"]?.string, let steps = json["steps"]?.array,
            let gates = json["gates"]?.array
        else { return nil }
        self.caseID = caseID
        self.outcome = outcome
        self.number = number
        self.seed = seed
        self.platform = platform
        self.version = version
        self.implementation = implementation
        isSandboxed = json["sandboxed"] == true
        wire = json["wire"]?.string.flatMap(Wire.init(rawValue:)) ?? .sdk
        self.steps = steps.compactMap(\.string)
        self.gates = gates.compactMap(\.string)
    }

    /// Reads a bundle's folder, or its `bundle.json`.
    static func read(_ path: String) throws(ToolError) -> ReplayBundle {
        let inside = path + "/bundle.json"
        let file = Folder.exists(inside) ? inside : path
        let json = try saying("the bundle cannot be read", as: .usage) {
            try JSON.parse(try File.read(file), file: file)
        }
        guard let bundle = ReplayBundle(json) else {
            throw .input("\(file): this is no bundle of a failed case (\(Self.schema))")
        }
        return bundle
    }
}
