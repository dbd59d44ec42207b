extension Sequence {
    /// The elements of each key together, in the order in which the keys come up.
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, values: [Element])] {
        var groups: [(key: Key, values: [Element])] = []
        var places: [Key: Int] = [:]
        for element in self {
            let own = key(element)
            if let place = places[own] {
                groups[place].values.append(element)
            } else {
                places[own] = groups.count
                groups.append((own, [element]))
            }
        }
        return groups
    }

    /// The first element of each key, in their order.
    package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, in the order in which they come up.
    package func uniqued() -> [Element] { uniqued { $0 } }
}
