import Backend
import Cryptography
import Documents
import HTTPServer
import ServiceProtocol

extension Service {
    /// Says where everything is, and how to sign in; or, with `--json`, that all is ready, in one line.
    func sayReady() {
        warn()
        let providers = zip(backend.providerNames, backend.baseURLs)
        if command.printsJSON {
            let ready: JSON = [
                "ready": true, "control": .string(control.url), "publicKey": .string(backend.publicKey.pem),
                "endpoints": .array(providers.map { ["name": .string($0), "url": .string($1)] }),
                "plain": .strings(backend.plainURLs),
                "certificate": identity.map { .string($0.certificates) } ?? .null,
                "state": state.map { .string($0.path) } ?? .null,
            ]
            console.line(ready.text)
            return
        }
        for (name, url) in providers { console.line("\(name)  \(url)") }
        for (name, url) in zip(backend.providerNames, backend.plainURLs) { console.line("\(name)  \(url)") }
        console.line("control API  \(control.url)/v1/status")
        console.line("codes of devices  \(backend.baseURLs[0])/activate")
        for line in Self.users(of: world, file: command.world) { console.line(line) }
        console.line("public key  \(backend.baseURLs[0])/public-key.pem" + (state.map { ", of \($0.path)" } ?? ""))
        console.out(backend.publicKey.pem)
        if let identity {
            console.line("certificate")
            console.out(identity.certificates)
        }
        if console.isTerminal { console.line("press Ctrl-C to end") }
    }

    private func warn() {
        if command.bind != "127.0.0.1", !command.bind.hasPrefix("127.") {
            console.error(
                """
                *** assay: serving on \(command.bind): everybody who can reach this machine can use the simulated
                *** services, sign in and see what is sent to them. Use this in networks that you trust, only.
                """)
        }
        if command.showsSecrets {
            console.error("*** assay: credentials and tokens are shown in the log and in the trace, in clear")
        }
    }

    /// Who can sign in.
    ///
    /// The passwords of the built-in world are no secrets; those of a file are not printed.
    static func users(of world: OpenWorld, file: String?) -> [String] {
        let maxShown = 10
        var lines = world.users.prefix(maxShown).map { user in
            var line = "sign in as  \(user.name)"
            if let mvpd = user.mvpd { line += " at \(mvpd)" }
            if file == nil { line += ", password \(user.password)" }
            return line + sight(of: user, world)
        }
        if world.users.count > maxShown {
            lines.append("and as \(world.users.count - maxShown) more, whom \(file ?? "") names")
        }
        return lines
    }

    /// What the user may see, in short.
    private static func sight(of user: UserAccount, _ world: OpenWorld) -> String {
        let rules = world.resources.merging(user.resources) { $1 }
        let granted = rules.filter { $0.value == .granted }.keys.sorted()
        let denied = rules.filter { $0.value != .granted }.keys.sorted()
        switch user.otherResources ?? world.otherResources {
        case .granted where denied.isEmpty: return ", who may see everything"
        case .granted: return ", who may see everything but " + list(denied)
        case .denied where granted.isEmpty: return ", who may see nothing"
        case .denied: return ", who may see " + list(granted) + " alone"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.count > 3 ? names.prefix(3).joined(separator: ", ") + " …" : names.joined(separator: " and ")
    }
}
