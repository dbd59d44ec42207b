import AccessEnablerAPI
import Evidence
import Reports

struct SiteCheckCommand: Command {
    var path = ""
    var isProbing = false
    var mayUseOthers = false

    static let name = "site check"
    static let syntax = Syntax<Self>(
        "Reads a site file, and asks the service providers in it what they list.",
        notes: """
            Without --probe the file is read, and its secrets are looked for; nobody is
            asked. With --probe each provider is asked for its configuration.
            'assay coverage --backend FILE' says which cases that decides.
            See Documentation/real-backend.md.

            exit codes: 0 the file is right, 3 a provider cannot be reached, 4 usage, or
            a file that is wrong.
            """,
        .positional("file", sets: \.path, help: "the site file"),
        .flag("--probe", sets: \.isProbing, help: "ask the providers what they list"),
        .mayUseOthers(\.mayUseOthers, "to probe service providers"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        let site = try await ChosenSite.read(path)
        console.out(
            "\(path): \(Prose.count(site.urls.count, "service provider")), "
                + "\(Prose.count(site.facts.requestors.count, "requestor")); \(site.promise)\n")
        guard isProbing else { return .conformant }
        try site.check(mayUseOthers: mayUseOthers)
        let facts = try await SiteProbe.facts(of: site, .newest)
        for (url, listings) in zip(site.urls, facts.providers) {
            console.out("\(Redactor.redacted(urlsIn: url)) lists \(Prose.count(listings.count, "MVPD"))\n")
        }
        console.out("\(overlap(facts))\n")
        return .conformant
    }

    private func overlap(_ facts: Site) -> String {
        let lists = facts.providers.map { Set($0.map(\.id)) }
        let shared = lists.dropFirst().reduce(lists.first ?? []) { $0.intersection($1) }
        return "all of them list \(Prose.count(shared.count, "MVPD")) in common"
    }
}
