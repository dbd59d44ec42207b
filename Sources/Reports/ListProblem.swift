/// What is wrong with a list that the authors of a port keep of it.
package struct ListProblem: Sendable, Hashable {
    package enum List: String, Sendable, Hashable {
        /// The failures that are known.
        case expectations
        /// What the port does not have.
        case capabilities
    }

    package var list: List
    /// With the command that mends it.
    package var text: String
    /// Whether nothing is wrong but that the port is better than the list says.
    package var isImprovement: Bool

    package init(_ list: List, _ text: String, isImprovement: Bool = false) {
        self.list = list
        self.text = text
        self.isImprovement = isImprovement
    }

    package var words: String { "\(list.rawValue): \(text)" }
}
