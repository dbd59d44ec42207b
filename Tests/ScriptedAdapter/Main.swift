import AccessEnablerAPI
import AdapterKit
import Glibc
import ScriptedPort

/// An adapter as its author would write it, around a port that misuses the standard streams.
@main struct Main {
    static func main() async {
        await Adapter.serve(port: ScriptedPort(script: misbehave))
    }

    nonisolated private static let misbehave: ScriptedPort.Script = { message, session in
        print("printed by the port")
        fflush(nil)
        session.events.delegate.navigateToUrl(readLine() ?? "nothing to read")
        if message.selector == .logout { exit(7) }
    }
}
