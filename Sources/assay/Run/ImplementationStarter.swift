import AccessEnabler
import AccessEnablerAPI
import Mutants
import Driver
import Evidence
import Synchronization
import Variants

struct ImplementationStarter {
    let platform: Platform
    let version: SDKVersion
    /// What an implementation of this program speaks.
    var wire = Wire.sdk
    let recorder: Recorder
    /// How many processes of a program there are to be.
    let processes: Int
    /// Ends the wait for an adapter that is to dial in, or to answer `initialize`.
    var interrupt: Interrupt?
    /// Tells the user what to do for an adapter to dial in.
    var tell: @Sendable (String) -> Void = { _ in }

    func start(_ choice: ImplementationChoice) async throws(ToolError) -> any Implementation {
        switch choice {
        case .mutant(_, let mutant) where mutant.kind == .crashing:
            // What ends its process must not end ours. It would take seconds to print where it died.
            return try await start([
                "env", "SWIFT_BACKTRACE=enable=no", Executable.path, "adapter", "--implementation",
                "mutant:\(mutant.id)",
            ])
        case .builtin, .mutant, .variant:
            return InProcessImplementation(
                port: try Self.port(of: choice, wire: wire), recorder: recorder, text: choice.text)
        case .program(_, let command):
            return try await pool { () throws(ToolError) in try await start(command) }
        case .listener(_, let port):
            return try await listen(port)
        }
    }

    /// The port itself, for those that are linked into this program.
    ///
    /// - Parameter storage: a folder for named storages; without it they last as long as the port.
    static func port(
        of choice: ImplementationChoice, storage: String? = nil, wire: Wire = .sdk
    ) throws(ToolError) -> any Port {
        try saying(choice.text) {
            switch choice {
            case .builtin: return try ReferencePort(directory: storage, wire: wire)
            case .mutant(_, let mutant): return try mutant.port(over: wire)
            case .variant(_, let variant): return variant.port(over: try CurlNetwork(), storage: storage)
            case .program, .listener: throw PortError("'\(choice.text)' is a program of its own")
            }
        }
    }

    private func listen(_ port: UInt16) async throws(ToolError) -> any Implementation {
        do throws(DriverError) {
            let listener = try AdapterListener(port: port, tell: tell)
            interrupt?.listen { listener.stop() }
            return try await pool { () throws(DriverError) in
                try await ProcessImplementation.start(
                    .listener(listener), recorder: recorder, suiteVersion: assayVersion, version: version,
                    platform: platform)
            }
        } catch {
            throw .broken("no adapter can be started: \(error.message)")
        }
    }

    /// As many processes as there are to be; where one does not start, those before it are ended.
    private func pool<Failure: Error>(
        _ start: () async throws(Failure) -> any Implementation
    ) async throws(Failure) -> any Implementation {
        var members: [any Implementation] = []
        do throws(Failure) {
            for _ in 0..<processes { members.append(try await start()) }
        } catch {
            for member in members { await member.stop() }
            throw error
        }
        return members.count == 1 ? members[0] : ImplementationPool(members)
    }

    private func start(_ command: [String]) async throws(ToolError) -> any Implementation {
        let startup = Startup(interrupt)
        do throws(DriverError) {
            let implementation = try await ProcessImplementation.start(
                .command(command, through: Sandbox.launcher), recorder: recorder, suiteVersion: assayVersion,
                version: version, platform: platform, sleep: { try await startup.sleep($0) })
            startup.end()
            return implementation
        } catch {
            guard interrupt?.hasCome != true else { throw Startup.stopped }
            throw .broken("the implementation does not start: \(error.message)")
        }
    }
}

/// The time in which a program has to answer `initialize`: every wait is over when the run is stopped.
private final class Startup: Sendable {
    static let stopped = ToolError(
        exitCode: .incomplete, message: "the run was stopped before the implementation had answered 'initialize'")

    private let interrupt: Interrupt?
    private let isOver = Atomic(false)

    init(_ interrupt: Interrupt?) { self.interrupt = interrupt }

    func end() { isOver.store(true, ordering: .relaxed) }

    func sleep(_ duration: Duration) async throws {
        var rest = duration
        while rest > .zero, let interrupt, !isOver.load(ordering: .relaxed) {
            guard !interrupt.hasCome else { return }
            let some = min(rest, .milliseconds(50))
            try await sleepOnContinuousClock(some)
            rest -= some
        }
        try await sleepOnContinuousClock(rest)
    }
}
