import AccessEnablerAPI
import Documents
import Evidence
import Gate
import Runner
import Transport

/// The service providers of a run through gates, with everything that is to be known of them and all who may log in there.
struct ChosenSite: Sendable {
    var urls: [String]
    var authorities: String?
    var limits: CareLimits
    /// How many sessions there may be at once; nil: as many as the run has.
    var sessions: Int?
    /// `software-statement`, `user` and `password`.
    var given: [String: String]
    var logins: [String: GatedProviders.Login]
    /// Without what the providers list.
    var facts: Site
    var untouched: [String] = []

    /// All that must never be written down.
    var secrets: [String] { given.values + logins.values.flatMap { [$0.user, $0.password] } }

    /// What was asked for by `--backend gate:`; a site file, or addresses and what was given with `--bind`.
    static func read(_ source: BackendChoice.GateSource, _ bindings: [Binding]) async throws(ToolError) -> ChosenSite {
        let bound = Dictionary(bindings.map { ($0.name, $0.value) }) { _, last in last }
        switch source {
        case .urls(let urls):
            let known = ["requestor", "other-requestor", "software-statement", "user", "password"]
            if let name = bound.keys.sorted().first(where: { !known.contains($0) }) {
                throw .impossible("'--bind \(name)=…' does not go with gates: a site file says what the providers have")
            }
            let hasUser = bound["user"] != nil && bound["password"] != nil
            let facts = Site(
                providers: [],
                requestors: [bound["requestor"] ?? "REF30"] + [bound["other-requestor"]].compactMap(\.self),
                users: hasUser ? nil : [:])
            return ChosenSite(
                urls: urls, limits: CareLimits(), given: bound.filter { !$0.key.hasSuffix("requestor") }, logins: [:],
                facts: facts
            ).careful(CareLimits(), sessions: nil)
        case .file(let path):
            guard bindings.isEmpty else {
                throw .impossible("'--bind' does not go with a site file, which says it all")
            }
            return try await read(path)
        }
    }

    static func read(_ path: String) async throws(ToolError) -> ChosenSite {
        let file: SiteFile
        do throws(DiagnosticList) { file = try SiteFile.read(path: path) } catch {
            throw .input("the site file is wrong\n\(error)")
        }
        var given: [String: String] = [:]
        given["software-statement"] = try await file.statement?.value(of: "the software statement")
        var users: [String: [String: String]] = [:]
        var logins: [String: GatedProviders.Login] = [:]
        for mvpd in file.mvpds {
            if mvpd.login != nil || file.login != nil { users[mvpd.id] = mvpd.tells }
            if let login = mvpd.login { logins[mvpd.id] = try await login.resolved(at: mvpd.id) }
        }
        if let login = try await file.login?.resolved(at: "every MVPD") {
            given["user"] = login.user
            given["password"] = login.password
        }
        let facts = Site(
            providers: [], requestors: file.requestors, users: file.mvpds.isEmpty && file.login != nil ? nil : users,
            granted: file.granted, denied: file.denied, grantsOthers: file.grantsOthers,
            logouts: Dictionary(file.mvpds.compactMap { mvpd in mvpd.logout.map { (mvpd.id, $0) } }) { $1 },
            refusesStatements: file.refusesStatements, trustsAccounts: file.trustsAccounts)
        var site = ChosenSite(
            urls: file.providers, authorities: file.authorities, limits: CareLimits(), given: given, logins: logins,
            facts: facts)
        site.untouched = file.untouched
        return site.careful(CareLimits(rate: file.rate, budget: file.requests), sessions: file.sessions)
    }

    /// With the limits that were asked for, and where none were and the providers are not on this machine, with low ones.
    private func careful(_ asked: CareLimits, sessions: Int?) -> ChosenSite {
        var careful = self
        careful.limits = asked
        careful.sessions = sessions
        if !isOnThisMachine {
            careful.limits.rate = asked.rate ?? 2
            careful.limits.budget = asked.budget ?? 20_000
            careful.sessions = sessions ?? 4
        }
        return careful
    }

    var isOnThisMachine: Bool { urls.allSatisfy(LoadBackendChoice.isLoopback) }

    /// Whose the providers are decides whether a run may ask them anything.
    func check(mayUseOthers: Bool) throws(ToolError) {
        guard !mayUseOthers, let stranger = urls.first(where: { !LoadBackendChoice.isLoopback($0) }) else { return }
        throw .impossible(
            "\(Redactor.redacted(urlsIn: stranger)) is not on this machine; if you are allowed to send it requests, "
                + "add --i-may-use-this-backend")
    }

    /// What will be asked of the providers at the most, for whoever starts a run.
    var promise: String {
        let rate = limits.rate.map { "at most \($0.formattedShort) requests a second" } ?? "requests as they come"
        let sessions = sessions.map { ", \($0) sessions at once" } ?? ""
        let budget = limits.budget.map { ", \($0) requests in all" } ?? ""
        return "the service providers are asked with \(rate)\(sessions)\(budget)"
    }
}

extension SiteFile.Login {
    fileprivate func resolved(at mvpd: String) async throws(ToolError) -> GatedProviders.Login {
        GatedProviders.Login(
            user: try await user.value(of: "the user at \(mvpd)"),
            password: try await password.value(of: "the password at \(mvpd)"))
    }
}

extension Double {
    /// Without a fraction that says nothing.
    fileprivate var formattedShort: String { self == rounded() ? String(Int(self)) : String(self) }
}
