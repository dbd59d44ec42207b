import Backend
import Documents
import Evidence
import Cryptography
import Glibc
import Load
import POSIX
import Specification
import Timing

/// The command `assay load-backend`: what a load run starts beside itself.
struct LoadBackendCommand: Command {
    var profile = ""
    var seed: UInt64?
    var isBare = false
    var hasNoBaseline = false
    var isPair = false
    var counts: ProviderCounts?
    var specs: String?

    static let name = "load-backend"
    static let syntax = Syntax<Self>(
        "Serves the service providers of a load run; 'assay load' starts it itself.",
        notes: """
            It prints one line of JSON when it is ready, and from then on what it sees.
            It ends with its standard input.
            """,
        .positional("profile", sets: \.profile, help: "the file of the profile"),
        .option("--seed", value: "number", sets: \.seed, help: "instead of the profile's seed"),
        .flag("--bare", sets: \.isBare, help: "serve only fan-outs, whatever the profile's traffic is"),
        .flag("--no-baseline", sets: \.hasNoBaseline, help: "without fan-outs of the baseline"),
        .flag("--pair", sets: \.isPair, help: "for two implementations that take turns"),
        .option(
            "--providers", value: "numbers", sets: \.counts,
            help: "how many service providers are asked, such as 1,2,4, instead of the profile's numbers"),
        .specs(\.specs))

    func run() async throws(ToolError) -> ExitCode {
        raiseDescriptorLimit()
        let folder = try SpecFolder.readSound(specs)
        var profile = try folder.profile(file: profile)
        if let seed { profile.seed = seed }
        if isBare { profile = profile.bare }
        if hasNoBaseline { profile.baseline = 0 }
        profile.isPair = isPair
        if let counts { profile.providers.counts = counts.numbers }
        let templates = LoadTemplates(profile, cases: folder.specifications.catalog.cases)
        let feed = FeedWriter { writeAll($0, to: STDOUT_FILENO) == 0 }
        var options = BackendOptions()
        options.virtualUsers = LoadUsers(profile, templates).backend
        options.seed = profile.seed
        options.beat = { feed.beat($0) }
        let backend = try saying("the backend does not start") {
            try Backend.start(
                addresses: Array(repeating: SocketAddress(), count: templates.endpoints),
                recorder: Recorder(sinks: [{ feed.take($0) }]), options: options)
        }
        let ready: JSON = [
            "ready": true, "publicKey": .string(backend.publicKey.pem),
            "endpoints": .strings(backend.baseURLs),
        ]
        _ = writeAll(ready.compact + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
        guard startThread({ feed.run() }) else { throw .broken("the system has no thread for the feed") }
        await obey(backend)
        backend.stop()
        return .conformant
    }

    /// Forgets the sessions it is told the names of, a line each, until there is nobody left to tell.
    private func obey(_ backend: Backend) async {
        await withCheckedContinuation { continuation in
            let isStarted = startThread {
                while let name = readLine() { backend.close(SessionID(name)) }
                continuation.resume()
            }
            if !isStarted { continuation.resume() }
        }
    }
}

struct ProviderCounts: ArgumentValue, Hashable {
    var numbers: [Int]

    init(argument: String) throws(InvalidValue) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard !numbers.isEmpty, numbers.allSatisfy({ $0.map((1...64).contains) == true }) else {
            throw InvalidValue(message: "expected numbers from 1 to 64 such as 1,2,4, found '\(argument)'")
        }
        self.numbers = numbers.compactMap(\.self)
    }
}
