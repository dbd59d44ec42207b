import Documents
import Mutants
import Reports

/// How every wrong port fails the newest release, as `strength/fingerprints.yaml` of the specs lists it.
struct FingerprintFile: Sendable, Hashable {
    /// The cases that every port met.
    var cases: [String]
    /// Those that only some ports met: which break what they decide, or were met since they were written.
    var slowCases: [String]
    /// In the order of the mutants.
    var ports: [Fingerprint]

    static let schema = "assay/fingerprints/1"

    /// The file of a folder of specs.
    static func path(in specs: String) -> String { specs + "/strength/fingerprints.yaml" }

    /// Empty where the specs have no such file.
    static func fingerprints(in specs: String) throws(ToolError) -> Fingerprints {
        guard let file = try read(path(in: specs)) else { return Fingerprints() }
        return Fingerprints(cases: Set(file.cases), ports: file.ports)
    }

    /// nil where there is no file.
    ///
    /// Mutants that there are no longer are left out.
    static func read(_ path: String) throws(ToolError) -> FingerprintFile? {
        guard Folder.exists(path) else { return nil }
        return try StrengthFile.read(path, schema: schema) { reader in
            let cases = reader.required("cases")?.list { $0.string() } ?? []
            let slow = reader.optional("slow-cases")?.list { $0.string() } ?? []
            let all = cases + slow
            let ports = reader.required("ports")?.list { node in
                node.mapping { entry -> Fingerprint? in
                    guard let id = entry.required("port")?.string() else { return nil }
                    var failures: [String: String] = [:]
                    _ = entry.required("fails")?.list { node in
                        node.mapping { fails -> Bool? in
                            guard let how = fails.required("how")?.string(), let places = fails.required("in"),
                                let text = places.string()
                            else { return nil }
                            guard let numbers = PlaceRanges.numbers(text, below: all.count) else {
                                places.report("expected places in the list of cases, such as '0-12 15'")
                                return nil
                            }
                            for number in numbers { failures[all[number]] = how }
                            return true
                        }
                    }
                    return Fingerprint(id: id, title: Mutant.named(id)?.title ?? "", failures: failures)
                }
            }
            let known = (ports ?? []).filter { Mutant.named($0.id) != nil }
            return FingerprintFile(cases: cases, slowCases: slow, ports: known)
        }
    }

    var text: String {
        let all = cases + slowCases
        let places = Dictionary(zip(all, all.indices)) { first, _ in first }
        var text = """
            # How every wrong port fails the newest release: in which cases, by their places in the lists, and what goes
            # wrong first there. `assay strength --write-fingerprints` finds it out; `assay run` names the port that another
            # behaves like, and `assay fingerprints` says how well they can be told apart.
            schema: \(Self.schema)
            cases:

            """
        text += cases.map { "  - \(YAMLText.quoted($0))\n" }.joined()
        text += slowCases.isEmpty ? "" : "slow-cases:\n" + slowCases.map { "  - \(YAMLText.quoted($0))\n" }.joined()
        text += "ports:\n"
        for port in ports {
            var byHow: [String: [Int]] = [:]
            for (testCase, how) in port.failures {
                if let place = places[testCase] { byHow[how, default: []].append(place) }
            }
            guard !byHow.isEmpty else { continue }
            text += "  - port: \(port.id)\n    fails:\n"
            let order = byHow.map { (how: $0.key, places: $0.value.sorted()) }
                .sorted { ($1.places.count, $0.how) < ($0.places.count, $1.how) }
            for (how, places) in order {
                text += "      - how: \(YAMLText.quoted(how))\n        in: \"\(PlaceRanges.text(places))\"\n"
            }
        }
        return text
    }
}
