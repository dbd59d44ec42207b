import Documents
import Encodings
import Evidence
import Runner
import ServiceProtocol

/// What somebody says of service providers of their own, or of others' (Documentation/real-backend.md).
struct SiteFile: Sendable {
    var providers: [String] = []
    /// The path of a PEM file with the certificates to trust instead of the system's.
    var authorities: String?
    var requestors: [String] = []
    var statement: SiteSecret?
    var refusesStatements = false
    /// At every MVPD that has none of its own.
    var login: Credentials?
    var mvpds: [MVPD] = []
    /// MVPDs that no case may have.
    var untouched: [String] = []
    var granted: [String] = []
    var denied: [String: String] = [:]
    var grantsOthers = false
    var trustsAccounts = false
    var rate: Double?
    var sessions: Int?
    var requests: Int?

    struct Credentials: Sendable {
        var user: SiteSecret
        var password: SiteSecret
    }

    struct MVPD: Sendable {
        var id: String
        var login: Credentials?
        /// What its login pages ask for, one after the other; none: a user and a password on one page.
        var pages: [LoginPage] = []
        var logout: String?
        /// The metadata of the user; lists and tables as JSON.
        var metadata: [String: String]
    }
}

extension SiteFile {
    static let schema = "assay/site/2"

    static func read(path: String) throws(DiagnosticList) -> SiteFile {
        try NodeReader.read(path: path, schema: schema, NodeReader.site)
    }

    static func read(_ bytes: [UInt8], file: String) throws(DiagnosticList) -> SiteFile {
        try NodeReader.read(bytes, file: file, schema: schema, NodeReader.site)
    }
}

extension NodeReader {
    fileprivate static func site(_ reader: MappingReader) -> SiteFile? {
        var site = SiteFile()
        site.providers = reader.required("providers")?.list { $0.address() ?? "" } ?? []
        if site.providers.isEmpty { reader.report("a site has at least one provider", at: reader.mark) }
        site.authorities = reader.optional("certificateAuthorities")?.neighbour()
        site.requestors = reader.required("requestors")?.list { $0.string() } ?? []
        if site.requestors.isEmpty { reader.report("a site has at least one requestor", at: reader.mark) }
        if let statement = reader.optional("softwareStatement") {
            _ = statement.mapping { statement -> Bool in
                site.refusesStatements = statement.optional("othersRefused")?.bool() ?? false
                site.statement = SiteSecret(statement)
                return true
            }
        }
        site.login = reader.optional("login")?.login()
        site.mvpds = reader.optional("mvpds")?.list { $0.siteMVPD() } ?? []
        var seen: Set<ExactText> = []
        for mvpd in site.mvpds where !seen.insert(ExactText(mvpd.id)).inserted {
            reader.report("the MVPD '\(mvpd.id)' is there twice", at: reader.mark)
        }
        site.untouched = reader.optional("untouched")?.list { $0.string() } ?? []
        _ = reader.optional("resources")?.mapping { resources -> Bool in
            site.granted = resources.optional("granted")?.list { $0.string() } ?? []
            site.denied = resources.optional("denied")?.texts() ?? [:]
            site.grantsOthers = resources.optional("others")?.oneOf(["granted", "unknown"], what: "rule") == "granted"
            return true
        }
        site.trustsAccounts = reader.optional("trustsAccounts")?.bool() ?? false
        _ = reader.optional("limits")?.mapping { limits -> Bool in
            site.rate = limits.optional("rate")?.number(in: 0.01...100_000)
            site.sessions = limits.optional("sessions")?.int(in: 1...1_000)
            site.requests = limits.optional("requests")?.int(in: 1...100_000_000)
            return true
        }
        return site
    }

    /// The base URL of a provider, without anybody who logs in there.
    private func address() -> String? {
        guard let url = string() else { return nil }
        guard url.hasPrefix("http://") || url.hasPrefix("https://"), !url.contains("@"), !url.contains(",") else {
            report("expected a URL such as https://sp.example.com, found '\(Redactor.redacted(urlsIn: url))'")
            return nil
        }
        if let path = BackendChoice.path(of: url) {
            report("the address of a provider behind a gate has no path, and this one has '\(path)'")
            return nil
        }
        return url
    }

    /// A path, seen from the folder of this file.
    private func neighbour() -> String? {
        guard let path = string() else { return nil }
        let folder = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[...$0]) } ?? ""
        return path.hasPrefix("/") ? path : folder + path
    }

    private func login() -> SiteFile.Credentials? {
        mapping { reader in
            let (user, password) = (reader.required("user")?.secret(), reader.required("password")?.secret())
            guard let user, let password else { return nil }
            return SiteFile.Credentials(user: user, password: password)
        }
    }

    private func siteMVPD() -> SiteFile.MVPD? {
        mapping { reader in
            SiteFile.MVPD(
                id: reader.required("id")?.string() ?? "", login: reader.optional("login")?.login(),
                pages: reader.optional("pages")?.list { $0.loginPage() } ?? [],
                logout: reader.optional("logout")?.oneOf(["none", "redirect", "page"], what: "logout"),
                metadata: reader.optional("metadata")?.metadata()?.mapValues(\.text) ?? [:])
        }
    }

    private func loginPage() -> LoginPage? {
        mapping { reader in
            let page = LoginPage(
                form: reader.optional("form")?.string(), fill: reader.optional("fill")?.filling() ?? [:],
                press: reader.optional("press")?.string())
            if page.fill.isEmpty, page.press == nil { reader.report("a page has 'fill' or 'press'", at: reader.mark) }
            return page
        }
    }

    /// What fields get: words, and the names of what is secret.
    private func filling() -> [String: String]? {
        mapping { reader in
            var filling: [String: String] = [:]
            for (key, value) in reader.everyEntry() {
                guard let name = key.string(), let text = value.string() else { continue }
                if text.hasPrefix("$"), ![LoginPage.user, LoginPage.password].contains(text) {
                    value.report("'\(text)' is unknown here; known: $user, $password")
                } else if !text.isEmpty, !text.hasPrefix("$"), SecretName.isSecret(name) {
                    value.report("a secret is not written here: write '$password'")
                }
                filling[name] = text
            }
            return filling
        }
    }

    private func secret() -> SiteSecret? {
        guard case .mapping = node.content else {
            report("a secret is not written here: write 'environment: NAME' or 'command: WORDS'")
            return nil
        }
        return mapping { SiteSecret($0) }
    }
}
