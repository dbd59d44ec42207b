import Evidence
import Glibc
import POSIX

/// The tool: finds the command, runs it, and ends with its code.
@main enum Tool {
    static func main() async {
        Sandbox.prepare()
        SignalTrap.ignoreBrokenPipes()
        SignalTrap.ignoreFileSizes()
        let descriptors = raiseDescriptorLimit()
        LivingGroups.shared.adoptOrphans()
        // The runtime's timers need descriptors, and end the process where they get none: they are made while there are some.
        // With so few nothing begins that waits (``Affordable``).
        if descriptors > 16 { try? await Task.sleep(for: .nanoseconds(1)) }
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        LivingGroups.shared.killAll()
        exit(code.rawValue)
    }

    /// The one place where a mistake becomes a text and a code.
    static func run(_ arguments: [String]) async -> ExitCode {
        let console = Console()
        let reader = CommandLineReader.standard
        var code: ExitCode
        do throws(UsageError) {
            switch try reader.request(arguments) {
            case .help(let text):
                console.out(text)
                code = .conformant
            case .command(let command, let arguments):
                do throws(ToolError) {
                    code = try await command.run(arguments)
                } catch {
                    console.error("assay: \(Redactor.redacted(urlsIn: error.message))")
                    code = error.exitCode
                }
            }
        } catch {
            console.error("assay: \(error)\nsee 'assay --help'")
            code = .usage
        }
        if let reason = console.lostOutput {
            console.error("assay: standard output: \(reason)")
            code = .broken
        }
        return code
    }
}
