import Documents
import Evidence
import Gate
import Runner

/// The service providers of a run through gates, with everything that is to be known of them and all who may log in there.
struct ChosenSite: Sendable {
    var urls: [String]
    var authorities: String?
    var limits: CareLimits
    /// How many sessions there may be at once; nil: as many as the run has.
    var sessions: Int?
    /// `software-statement`, `user` and `password`.
    var given: [String: String]
    var logins: [String: Login]
    /// Without what the providers list.
    var facts: Site
    var untouched: [String] = []

    /// All that must never be written down.
    var secrets: [String] { given.values + logins.values.flatMap { [$0.user, $0.password] } }

    /// What was asked for by `--backend gate:`; a site file, or addresses and what was given with `--bind`.
    ///
    /// - Parameter way: by hand nobody needs to be named who may log in.
    static func read(
        _ source: BackendChoice.GateSource, _ bindings: [Binding], loggingIn way: LoginWay = .played
    ) async throws(ToolError) -> ChosenSite {
        let bound = Dictionary(bindings.map { ($0.name, $0.value) }) { _, last in last }
        switch source {
        case .urls(let urls):
            let known = ["requestor", "other-requestor", "software-statement", "user", "password"]
            if let name = bound.keys.sorted().first(where: { !known.contains($0) }) {
                throw .impossible("'--bind \(name)=…' does not go with gates: a site file says what the providers have")
            }
            let hasUser = way == .byHand || bound["user"] != nil && bound["password"] != nil
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
                throw .impossible("'--bind' does not go with a site file, which has all values")
            }
            return try await read(path, loggingIn: way)
        }
    }

    static func read(_ path: String, loggingIn way: LoginWay = .played) async throws(ToolError) -> ChosenSite {
        let file: SiteFile
        do throws(DiagnosticList) { file = try SiteFile.read(path: path) } catch {
            throw .input("the site file is wrong\n\(error)")
        }
        var given: [String: String] = [:]
        given["software-statement"] = try await file.statement?.value(of: "the software statement")
        var users: [String: [String: String]] = [:]
        var logins: [String: Login] = [:]
        let common = way == .byHand ? nil : try await file.login?.resolved(at: "every MVPD")
        for mvpd in file.mvpds {
            if way == .byHand || mvpd.login != nil || file.login != nil { users[mvpd.id] = mvpd.metadata }
            guard way == .played else { continue }
            let own = try await mvpd.login?.resolved(at: mvpd.id)
            if own != nil || !mvpd.pages.isEmpty, var login = own ?? common {
                login.pages = mvpd.pages
                logins[mvpd.id] = login
            }
        }
        given["user"] = common?.user
        given["password"] = common?.password
        let isOpen = file.mvpds.isEmpty && (way == .byHand || file.login != nil)
        let facts = Site(
            providers: [], requestors: file.requestors, users: isOpen ? nil : users,
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

    var isOnThisMachine: Bool { urls.allSatisfy(BackendChoice.isLoopback) }

    /// Whose the providers are decides whether a run may ask them anything.
    func check(mayUseOthers: Bool) throws(ToolError) {
        guard !mayUseOthers, let stranger = urls.first(where: { !BackendChoice.isLoopback($0) }) else { return }
        throw .impossible(
            "\(Redactor.redacted(urlsIn: stranger)) is not on this machine; if you are allowed to send it requests, "
                + "add --i-may-use-this-backend")
    }

    /// What will be asked of the providers at the most, for whoever starts a run.
    var promise: String {
        let rate = limits.rate.map { "at most \($0.formattedShort) requests a second" } ?? "requests at any rate"
        let sessions = sessions.map { ", \($0) sessions at once" } ?? ""
        let budget = limits.budget.map { ", \($0) requests in all" } ?? ""
        return "the service providers get \(rate)\(sessions)\(budget)"
    }
}

extension SiteFile.Credentials {
    fileprivate func resolved(at mvpd: String) async throws(ToolError) -> Login {
        Login(
            user: try await user.value(of: "the user at \(mvpd)"),
            password: try await password.value(of: "the password at \(mvpd)"))
    }
}

extension Double {
    /// Without a fraction that says nothing.
    fileprivate var formattedShort: String { self == rounded() ? String(Int(self)) : String(self) }
}
