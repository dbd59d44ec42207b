import Documents
import Reports
import Timing

struct CertificatePage {
    let certificate: Certificate

    private var content: JSON { certificate.content }

    var html: HTML {
        let port = [content["port"]?["name"], content["port"]?["version"]].compactMap { $0?.string }
            .joined(separator: " ")
        return Page(
            kind: "Certificate", title: port,
            lead: VerdictBanner(
                Badge(.pass, sign: "✓", word: "Certified"), text("result") + ".", remarks: remarks
            ).html,
            sections: [about] + (content["runs"]?.array ?? []).enumerated().map(run)
        ).html
    }

    private var remarks: [String] {
        let known = Self.texts(content["known-failures"])
        let failures = known.isEmpty ? [] : ["known failures: " + known.joined(separator: ", ")]
        guard certificate.signature != nil else { return failures + ["nobody has signed this certificate"] }
        return failures
    }

    private var about: Page.Section {
        var items: [DescriptionList.Item] = [
            .init("Issued", text("issued")), .init("Implementation", text("implementation")),
            .init("Service providers", text("backend")), .init("Specs, SHA-256", text("specs")),
            .init("Cases", content["cases"]?.int.map { "\($0)" } ?? ""),
            .init("Command", Self.texts(content["command"]).joined(separator: " ")),
        ]
        for member in content["environment"]?.object?.members ?? [] {
            items.append(.init(member.key, member.value.string ?? ""))
        }
        if let signature = certificate.signature {
            items.append(.init("Signed by Ed25519 key", signature.key.text))
        }
        return Page.Section(id: "about", title: "What was certified", body: DescriptionList(.facts, items).html)
    }

    private func run(_ index: Int, _ run: JSON) -> Page.Section {
        let name = "\(run["platform"]?.string ?? "") \(run["api-version"]?.string ?? "")"
        var items: [DescriptionList.Item] = [
            .init("Started", run["started"]?.string ?? ""), .init("Seed", run["seed"]?.string ?? ""),
        ]
        for profile in run["outcomes"]?.object?.members ?? [] {
            let counts = (profile.value.object?.members ?? []).filter { $0.value != .int(0) }
            items.append(
                .init(
                    "Outcomes, \(profile.key)",
                    counts.map { "\($0.key) \($0.value.int ?? 0)" }.joined(separator: ", ")))
        }
        let evidence = run["evidence"]?.object?.members ?? []
        items += [
            .init("Evidence", evidence.map { "\($0.key) \($0.value.int ?? 0)" }.joined(separator: ", ")),
            .init("Does not have", Self.texts(run["lacks"]).joined(separator: ", ")),
            .init("Features", Self.texts(run["features"]).joined(separator: ", ")),
            .init("Calls", Self.texts(run["calls"]).joined(separator: ", ")),
            .init("Verdicts, SHA-256", run["verdicts"]?.string ?? ""),
            .init("Trace, SHA-256", run["trace"]?.string ?? ""),
        ].filter { !$0.value.isEmpty }
        return Page.Section(id: "run-\(index + 1)", title: "As \(name)", body: DescriptionList(.facts, items).html)
    }

    private func text(_ key: String) -> String { content[key]?.string ?? "" }

    private static func texts(_ json: JSON?) -> [String] { (json?.array ?? []).compactMap(\.string) }
}
