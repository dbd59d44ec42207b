/// How often a property of visits was put to the test.
package struct PropertyTally: Sendable, Hashable {
    package var name: String
    /// Cases in which it could have been broken.
    package var checked: Int
    /// Those in which the evidence decided it; the others are photo finishes.
    package var decided: Int
    package var violated: Int

    package init(name: String, checked: Int, decided: Int, violated: Int) {
        self.name = name
        self.checked = checked
        self.decided = decided
        self.violated = violated
    }
}
