/// The requests that are not answered yet, by their exchanges.
///
/// Exchanges are numbered one after the other, and most are answered before many others come: each has a place that
/// its number tells, and only those whose place is still taken are looked up.
struct RequestsInFlight: Sendable {
    private static let count: UInt64 = 256

    private var places = [(exchange: UInt64, flight: InFlight)?](repeating: nil, count: Int(count))
    private var others: [UInt64: InFlight] = [:]

    subscript(exchange: UInt64) -> InFlight? {
        if let there = places[Self.place(exchange)], there.exchange == exchange { return there.flight }
        return others.isEmpty ? nil : others[exchange]
    }

    mutating func insert(_ flight: InFlight, of exchange: UInt64) {
        let place = Self.place(exchange)
        if places[place] == nil {
            places[place] = (exchange, flight)
        } else {
            others[exchange] = flight
        }
    }

    mutating func remove(_ exchange: UInt64) -> InFlight? {
        let place = Self.place(exchange)
        guard let there = places[place], there.exchange == exchange else {
            return others.isEmpty ? nil : others.removeValue(forKey: exchange)
        }
        places[place] = nil
        return there.flight
    }

    private static func place(_ exchange: UInt64) -> Int {
        Int(truncatingIfNeeded: exchange % count)
    }
}
