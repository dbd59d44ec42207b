internal import XML

extension XMLElement {
    /// The first child of that name; those in a name space are none of a token's.
    func own(_ name: String) -> XMLElement? {
        for case .element(let element) in children where element.name == name && element.namespace == nil {
            return element
        }
        return nil
    }

    /// The child of that name, if there is exactly one.
    func only(_ name: String) -> XMLElement? {
        let count = children.count { node in
            if case .element(let element) = node { element.name == name && element.namespace == nil } else { false }
        }
        return count == 1 ? own(name) : nil
    }
}
