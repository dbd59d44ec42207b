import Documents
import ServiceProtocol

/// Reads what the service providers are like.
struct ProvidersReader {
    /// More would need more than the 64 bits in which the verification keeps its sets.
    static let maxCount = 64

    func providers(_ reader: NodeReader) -> LoadProfile.Providers? {
        reader.mapping { mapping in
            let count = mapping.required("count")
            let counts = count?.listOrOne { $0.int(in: 1...Self.maxCount) } ?? []
            if case .sequence(let items)? = count?.node.content, items.isEmpty { count?.report("there is no number") }
            let names = (0..<(counts.max() ?? 1)).map(ProviderName.text)
            let latency = mapping.optional("latency")?.latency()
            let latencies = mapping.optional("latencies").flatMap { self.latencies($0, names) } ?? [:]
            let faults = mapping.optional("faults")?.list { rule($0, names) } ?? []
            guard !counts.isEmpty else { return nil }
            return LoadProfile.Providers(counts: counts, latency: latency, latencies: latencies, faults: faults)
        }
    }

    private func latencies(_ reader: NodeReader, _ names: [String]) -> [String: Latency]? {
        reader.mapping { mapping in
            mapping.everyEntry().reduce(into: [String: Latency]()) { latencies, entry in
                guard let name = entry.key.oneOf(names, what: "service provider") else { return }
                latencies[name] = entry.value.latency()
            }
        }
    }

    private func rule(_ reader: NodeReader, _ names: [String]) -> LoadProfile.FaultRule? {
        reader.mapping { mapping in
            let fault = mapping.required("fault").flatMap { self.fault(named: $0) }
            let provider = mapping.optional("provider")?.oneOf(names, what: "service provider")
            let purposes = Purpose.allCases.map(\.rawValue)
            let purpose = mapping.optional("of")?.oneOf(purposes, what: "purpose")
            let chance = mapping.optional("chance")?.share() ?? 1
            return fault.map { fault in
                LoadProfile.FaultRule(
                    fault: fault, provider: provider,
                    purpose: purpose.flatMap(Purpose.init(rawValue:)) ?? .configuration, chance: chance)
            }
        }
    }

    /// Under load nobody says, reply by reply, what a port may make of a configuration of the wrong type.
    private func fault(named reader: NodeReader) -> Fault? {
        guard let fault = reader.fault() else { return nil }
        guard fault != .wrongContentType else {
            reader.report("whether a port accepts such a reply is not documented, so nothing could be verified")
            return nil
        }
        return fault
    }
}
