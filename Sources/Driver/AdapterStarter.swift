internal import AdapterProtocol
internal import Evidence
internal import POSIX
internal import Synchronization
internal import Timing

/// How an adapter is reached.
package enum AdapterWay: Sendable {
    /// A program, by its path or its name, with its arguments.
    ///
    /// `through` is what it has to be begun with, such as what confines it; nobody is told of that.
    case command([String], through: [String] = [])
    /// It dials in, and another whenever it is gone.
    case listener(AdapterListener)
}

/// Starts processes of one adapter.
struct AdapterStarter: Sendable {
    let way: AdapterWay
    let hello: InitializeRequest
    let limits: ProcessLimits
    let recorder: Recorder
    let sleep: Sleep

    /// How the adapter was named on the command line.
    var text: String {
        switch way {
        case .command(let command, _): "exec:\(command.joined(separator: " "))"
        case .listener(let listener): "listen:127.0.0.1:\(listener.port)"
        }
    }

    func description(of port: InitializeResult) -> ImplementationDescription {
        ImplementationDescription(
            name: port.port.name, version: port.port.version, calls: port.calls, features: port.features, text: text,
            sessionLimit: port.sessionLimit, platforms: Set(port.platforms))
    }

    /// A process that is ready for sessions, and what it says of its port.
    ///
    /// Of an adapter that dials in and is gone, a new one is expected sooner than the first.
    func start(again: Bool = false) async throws(DriverError) -> (AdapterProcess, InitializeResult) {
        let process = try await reached(within: again ? limits.redialing : limits.dialing)
        do throws(DriverError) {
            return (process, try await initialized(process))
        } catch {
            // It may ignore what it is asked, and must not outlive a tool that ends because of it.
            await process.stop()
            throw error
        }
    }

    private func initialized(_ process: AdapterProcess) async throws(DriverError) -> InitializeResult {
        let asked = MonotonicTime.now()
        let arrival = Mutex(asked)
        let outcome = await process.ask(.initialize(hello), within: limits.start) { _ in
            arrival.withLock { $0 = .now() }
        }
        switch outcome {
        case .reply(.result(let json)):
            do throws(ProtocolError) {
                let result = try InitializeResult(json)
                try check(result)
                let answered = arrival.withLock { $0 }
                guard let clock = AdapterClock(result, asked: asked, answered: answered) else {
                    throw ProtocolError(
                        .invalidParams,
                        "result.clock.now: no reading of this machine's monotonic clock between the request and the answer; "
                            + "an adapter with another clock says origin 'own'")
                }
                process.initialized(result, clock: clock)
                return result
            } catch {
                process.end("broke the adapter protocol: \(error.message)")
                throw DriverError(.protocolViolation, "\(text): in the answer to 'initialize', \(error.message)")
            }
        case .reply(.error(let error)):
            process.end("refused 'initialize'")
            throw DriverError(.couldNotStart, "\(text): refused 'initialize': \(error.message)")
        case nil:
            await process.askForStacks("did not answer 'initialize' within \(limits.start)")
            process.end("did not answer 'initialize' within \(limits.start)")
            throw failure(process, "did not answer 'initialize' within \(limits.start)")
        case .gone(let end) where process.endedByFault:
            throw DriverError(.protocolViolation, "\(text): \(end)")
        case .gone(let end):
            throw failure(process, "\(end) before it had answered 'initialize'")
        case .tooLong(let reason):
            throw DriverError(.couldNotStart, "\(text): \(reason)")
        }
    }

    private func reached(within dialing: Duration) async throws(DriverError) -> AdapterProcess {
        let process = AdapterProcess(limits: limits, recorder: recorder, sleep: sleep)
        switch way {
        case .listener(let listener):
            guard let link = await listener.connection(within: dialing, sleep: sleep) else {
                throw DriverError(.couldNotStart, "\(text): no adapter has dialed in within \(dialing)")
            }
            process.attach(link)
        case .command(let command, let launcher):
            guard !command.isEmpty else { throw DriverError(.couldNotStart, "exec: no program is named") }
            do throws(SystemError) {
                try process.spawn(launcher + command)
            } catch {
                throw DriverError(.couldNotStart, "\(text): \(error)")
            }
        }
        return process
    }

    private func check(_ result: InitializeResult) throws(ProtocolError) {
        guard result.protocolVersion.major == hello.protocolVersion.major,
            result.protocolVersion.minor <= hello.protocolVersion.minor
        else {
            throw ProtocolError(
                .unsupportedVersion,
                "result.protocolVersion: expected at most \(hello.protocolVersion), found \(result.protocolVersion)")
        }
        guard result.family == hello.family else {
            throw ProtocolError(
                .unsupportedVersion, "result.api.family: expected '\(hello.family)', found '\(result.family)'")
        }
    }

    private func failure(_ process: AdapterProcess, _ what: String) -> DriverError {
        let streams = [("standard output", process.lastOutputLines), ("standard error", process.lastErrorLines)]
        let quotes = streams.map { name, lines in
            lines.isEmpty ? "" : "; its \(name) ends:\n  " + lines.suffix(5).joined(separator: "\n  ")
        }
        return DriverError(.couldNotStart, "\(text): \(what)\(quotes.joined())")
    }
}
