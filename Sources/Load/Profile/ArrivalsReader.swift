import Documents

/// Reads when iterations begin: `{ rate: 100/s }`, `{ stages: […] }` or `{ users: 200 }`.
struct ArrivalsReader {
    func arrivals(_ reader: NodeReader) -> Arrivals? {
        reader.mapping { mapping in
            let process = mapping.optional("process")
            let chosen = process?.oneOf(Arrivals.Process.self, what: "process") ?? .poisson
            switch mapping.exactlyOne(of: ["rate", "stages", "users"]) {
            case ("rate", let value)?:
                guard let rate = value.rate() else { return nil }
                if rate == 0 { value.report("at this rate no iteration ever begins") }
                return .open(chosen, [.init(duration: nil, from: rate, to: rate)])
            case ("stages", let value)?:
                return stages(value).map { .open(chosen, $0) }
            case ("users", let value)?:
                process?.report("a fixed number of users has no arrival process to choose")
                return value.int(in: 1...1_000_000).map { .users($0) }
            default:
                return nil
            }
        }
    }

    private func stages(_ reader: NodeReader) -> [Arrivals.Stage]? {
        guard let stages = reader.list(of: { stage($0) }) else { return nil }
        guard !stages.isEmpty else {
            reader.report("there is no stage")
            return nil
        }
        if stages.allSatisfy({ $0.from == 0 && $0.to == 0 }) {
            reader.report("at these rates no iteration ever begins")
        }
        return stages
    }

    /// `{ for: 10s, rate: 100/s }` or `{ for: 10s, from: 10/s, to: 100/s }`.
    private func stage(_ reader: NodeReader) -> Arrivals.Stage? {
        reader.mapping { mapping in
            let duration = mapping.required("for")
            let time = duration?.duration()
            if let time, time <= .zero { duration?.report("a stage takes some time") }
            if let constant = mapping.optional("rate") {
                return constant.rate().map { .init(duration: time, from: $0, to: $0) }
            }
            let from = mapping.required("from")?.rate()
            let to = mapping.required("to")?.rate()
            guard let from, let to else { return nil }
            return .init(duration: time, from: from, to: to)
        }
    }
}
