package import Documents
import LoadResults
package import Specification

/// Reads one profile; every mistake goes to the diagnostics.
package struct LoadProfileReader {
    package static let schema = "assay/load/2"

    /// The contracts that can be traffic, and why the others cannot.
    private let suitability: [String: String?]

    /// - Parameter cases: the catalogue that traffic may name contracts of.
    package init(cases: [Case]) {
        suitability = Dictionary(cases.map { ($0.contractID, LoadTemplate.obstacle(in: $0)) }) { $0 ?? $1 }
    }

    package func profile(in document: Node, file: String, diagnostics: Diagnostics) -> LoadProfile? {
        let root = NodeReader(document, file: file, diagnostics: diagnostics)
        guard case .mapping = document.content else {
            root.report("a load profile is a mapping")
            return nil
        }
        return root.mapping { mapping in profile(mapping) }
    }

    private func profile(_ mapping: MappingReader) -> LoadProfile? {
        if let schema = mapping.required("schema"), let name = schema.string(), name != Self.schema {
            schema.report("expected the schema '\(Self.schema)', found '\(name)'")
        }
        let id = mapping.required("id")?.string()
        let title = mapping.required("title")?.string()
        let seed = mapping.optional("seed")?.int(in: 0...Int.max) ?? 1
        let length = self.length(mapping)
        let warmUp = mapping.optional("warm-up")?.duration() ?? .zero
        let arrivals = mapping.required("arrivals").flatMap { ArrivalsReader().arrivals($0) }
        let providers = mapping.required("providers").flatMap { ProvidersReader().providers($0) }
        let lists = mapping.optional("mvpds").flatMap { self.lists($0) }
        let traffic = mapping.required("traffic").flatMap { reader in reader.list { self.traffic($0) } } ?? []
        if traffic.isEmpty, let reader = mapping.optional("traffic"), case .sequence(let items) = reader.node.content,
            items.isEmpty
        {
            reader.report("there is no traffic")
        }
        let baseline = mapping.optional("baseline")?.share() ?? 0
        let limit = mapping.optional("limit")?.int(in: 1...1_000_000) ?? 10_000
        let overLimit =
            mapping.optional("over-limit")?.oneOf(LoadProfile.OverLimit.self, what: "way with arrivals over the limit")
            ?? .drop
        let thresholds = mapping.optional("thresholds")?.list { threshold($0, providers?.counts) } ?? []
        guard let id, let title, let length, let arrivals, let providers, !traffic.isEmpty else { return nil }
        if case .users = arrivals {
        } else if let item = traffic.first(where: { $0.think != .none }) {
            mapping.report(
                "'\(item.name)' has a think time, which only a fixed number of users can have",
                at: mapping.mark)
        }
        return LoadProfile(
            id: id, title: title, seed: UInt64(seed), length: length, warmUp: warmUp, arrivals: arrivals,
            providers: providers, mvpds: lists ?? .init(each: 12, overlap: 0.5), traffic: traffic, baseline: baseline,
            thresholds: thresholds, limit: limit, overLimit: overLimit, file: mapping.file)
    }

    private func threshold(_ reader: NodeReader, _ counts: [Int]?) -> Threshold? {
        let threshold = reader.parsed(Threshold.init)
        if case .time(_, _, let count?) = threshold?.quantity, let counts, !counts.contains(count) {
            reader.report("the threshold is about \(count) service providers, and the profile never asks so many")
        }
        return threshold
    }

    private func length(_ mapping: MappingReader) -> LoadProfile.Length? {
        switch mapping.exactlyOne(of: ["duration", "iterations"]) {
        case ("duration", let value)?: duration(value).map { .time($0) }
        case ("iterations", let value)?: value.int(in: 1...1_000_000_000).map { .iterations($0) }
        default: nil
        }
    }

    private func duration(_ reader: NodeReader) -> Duration? {
        guard let duration = reader.duration() else { return nil }
        if duration <= .zero { reader.report("a duration must be more than zero") }
        return duration
    }

    private func lists(_ reader: NodeReader) -> LoadProfile.Lists? {
        reader.mapping { mapping in
            LoadProfile.Lists(
                each: mapping.required("each")?.int(in: 1...1_000) ?? 1,
                overlap: mapping.optional("overlap")?.share() ?? 0.5)
        }
    }

    private func traffic(_ reader: NodeReader) -> LoadProfile.Traffic? {
        reader.mapping { mapping in
            let kind: LoadProfile.Traffic.Kind?
            switch mapping.exactlyOne(of: ["journey", "contract"]) {
            case ("journey", let value)?: kind = value.oneOf(Journey.self, what: "journey").map { .journey($0) }
            case ("contract", let value)?: kind = self.contract(value).map { .contract($0) }
            default: kind = nil
            }
            let weight = mapping.optional("weight")?.number(in: 0.000_001...1_000_000) ?? 1
            let think = mapping.optional("think").flatMap { $0.range() } ?? .none
            let reuse = mapping.optional("reuse")
            let times = reuse?.int(in: 1...1_000_000) ?? 1
            if times > 1, let reuse, let kind, !kind.leavesNothingBehind {
                reuse.report("only the journeys configure and fan-out leave an instance unchanged")
            }
            return kind.map { LoadProfile.Traffic(kind: $0, weight: weight, think: think, reuse: times) }
        }
    }

    private func contract(_ reader: NodeReader) -> String? {
        guard let id = reader.string() else { return nil }
        switch suitability[id] {
        case nil:
            reader.report("unknown contract '\(id)'" + suggestion(for: id, among: suitability.keys.sorted()))
            return nil
        case .some(let obstacle?):
            reader.report("the contract '\(id)' cannot be traffic: \(obstacle)")
            return nil
        case .some(nil):
            return id
        }
    }
}

extension LoadProfile.Traffic.Kind {
    /// Whether the next iteration finds the instance as this one did.
    var leavesNothingBehind: Bool {
        if case .journey(let journey) = self { journey.isFanOut } else { false }
    }
}

extension NodeReader {
    /// `5%`, as 0.05.
    func share() -> Double? {
        guard let text = string() else { return nil }
        guard text.hasSuffix("%"), let number = Double(text.dropLast()), (0...100).contains(number) else {
            report("expected a share such as 50%, found '\(text)'")
            return nil
        }
        return number / 100
    }

    /// `10ms` or `10ms..50ms`.
    func range() -> LoadProfile.Range? {
        guard let text = string() else { return nil }
        let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        let times = ends.compactMap { try? DurationText.parse(String($0)) }
        guard times.count == ends.count, let lowest = times.first, let highest = times.last, lowest <= highest else {
            report("expected a time such as 10ms or 10ms..50ms, found '\(text)'")
            return nil
        }
        return LoadProfile.Range(lowest: lowest, highest: highest)
    }

    /// `100/s` or `30/m`, in events a second.
    func rate() -> Double? {
        guard let text = string() else { return nil }
        let rate = LoadProfile.rate(text)
        if rate == nil { report("expected a rate such as 100/s, found '\(text)'") }
        return rate
    }
}

extension LoadProfile {
    /// Events a second, as `100/s`, `30/m` or `5/h` says it; nil for any other text.
    package static func rate(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let unit: Double? =
            switch parts.count == 2 ? parts[1] : "" {
            case "s": 1
            case "m": 60
            case "h": 3_600
            default: nil
            }
        guard let unit, let number = Double(parts[0]), number >= 0, number <= 1_000_000 else { return nil }
        return number / unit
    }
}
