/// The name of one session, unique in its run; `-` stands for what belongs to no session.
package struct SessionID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    package static let none = SessionID("-")

    package static func < (left: SessionID, right: SessionID) -> Bool {
        left.name < right.name
    }

    package var description: String { name }
}
