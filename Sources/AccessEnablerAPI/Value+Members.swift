internal import Encodings

extension Value {
    /// The members of a dictionary, in the order of their names.
    ///
    /// As in Objective-C and in JSON, names are told apart by their bytes: "é" in one scalar and in two are two names, which
    /// a dictionary of Swift takes for one.
    public struct Members: Sendable, Hashable {
        private var pairs: [Pair] = []

        fileprivate struct Pair: Sendable, Hashable {
            let name: ExactText
            var value: Value
        }

        /// Puts members in the order of their names; of two with the same name the last one counts.
        public init(_ members: some Sequence<(key: String, value: Value)>) {
            self.init(members.map { Pair(name: ExactText($0.key), value: $0.value) })
        }

        fileprivate init(_ members: [Pair]) {
            pairs = members
            pairs.sort { $0.name < $1.name }
            let last = pairs.count - 1
            guard pairs.indices.contains(where: { $0 < last && pairs[$0].name == pairs[$0 + 1].name }) else { return }
            pairs = pairs.indices.filter { $0 == last || pairs[$0].name != pairs[$0 + 1].name }.map { pairs[$0] }
        }

        /// The value with this name; nil where there is none, and to take it out.
        public subscript(name: String) -> Value? {
            get {
                let place = place(of: ExactText(name))
                guard isThere(name, place) else { return nil }
                return pairs[place].value
            }
            set {
                let name = ExactText(name)
                let place = place(of: name)
                pairs.replaceSubrange(
                    place..<(isThere(name.text, place) ? place + 1 : place),
                    with: newValue.map { [Pair(name: name, value: $0)] } ?? [])
            }
        }

        private func isThere(_ name: String, _ place: Int) -> Bool {
            place < pairs.count && pairs[place].name.text.isExactly(name)
        }

        /// Where the name is, or would be.
        private func place(of name: ExactText) -> Int {
            var places = 0..<pairs.count
            while !places.isEmpty {
                let middle = (places.lowerBound + places.upperBound) / 2
                if pairs[middle].name < name {
                    places = middle + 1..<places.upperBound
                } else {
                    places = places.lowerBound..<middle
                }
            }
            return places.lowerBound
        }

        /// The names, in order.
        public var keys: [String] { pairs.map(\.name.text) }
        /// The values, in the order of their names.
        public var values: [Value] { pairs.map(\.value) }

        /// The same names with other values.
        ///
        /// - Parameter change: given one value after the other, in the order of the names.
        /// - Throws: what `change` throws, at once.
        public func mapValues(_ change: (Value) throws -> Value) rethrows -> Members {
            var changed = self
            for place in pairs.indices { changed.pairs[place].value = try change(pairs[place].value) }
            return changed
        }
    }
}

extension Value.Members: RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// Of two members with the same name the last one counts.
    public init(dictionaryLiteral members: (String, Value)...) {
        self.init(members.map { Pair(name: ExactText($0), value: $1) })
    }

    /// Where the first member is.
    public var startIndex: Int { 0 }
    /// Behind the last member.
    public var endIndex: Int { pairs.count }

    /// The member at a place, in the order of names.
    public subscript(place: Int) -> (key: String, value: Value) { (pairs[place].name.text, pairs[place].value) }
}
