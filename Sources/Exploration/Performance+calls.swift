import Model

extension Scenario.Move {
    /// The calls of the port that it is made of.
    func calls(in world: World) -> Set<String> {
        Set(Performance(move: self, world: world).entries.compactMap(\.call))
    }
}

extension Entry {
    /// The call that the step makes, or is an abbreviation for.
    fileprivate var call: String? {
        let words = lines[0].split(separator: " ", omittingEmptySubsequences: true)
        switch words.dropFirst().first.map({ $0.hasSuffix(":") ? $0.dropLast() : $0 }) {
        case "call": return words.last.map { String($0.drop { $0 == "\"" }.prefix { $0 != "\"" }) }
        case "start-configuration": return "setRequestor:serviceProviders:"
        case "choose", "cancel": return "setSelectedProvider:"
        case "return", "log-in": return "handleExternalURL:"
        default: return nil
        }
    }
}
