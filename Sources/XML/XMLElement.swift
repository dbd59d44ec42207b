/// An element of a document that was read whole.
package struct XMLElement: Sendable, Hashable {
    /// Without its prefix.
    package var name: String
    /// The URI of the name space; nil for an element that is in none.
    package var namespace: String?
    package var attributes: [XMLAttribute] = []
    package var children: [XMLNode] = []
    /// Where its tag starts.
    package var position = XMLPosition.start

    /// The text directly in the element, without that of its children; white space is kept.
    package var text: String {
        var text = ""
        for case .text(let part) in children { text += part }
        return text
    }

    package var hasElements: Bool {
        children.contains { if case .element = $0 { true } else { false } }
    }

    package var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The first child of that name, in whatever name space.
    package func first(_ name: String) -> XMLElement? {
        for case .element(let element) in children where element.name == name { return element }
        return nil
    }

    package func all(_ name: String) -> [XMLElement] {
        elements.filter { $0.name == name }
    }

    /// The text of the first child of that name.
    package func text(of name: String) -> String? {
        first(name)?.text
    }

    /// The value of the attribute, in whatever name space.
    package func attribute(_ name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

package enum XMLNode: Sendable, Hashable {
    case element(XMLElement)
    case text(String)
}

package struct XMLAttribute: Sendable, Hashable {
    /// Without its prefix.
    package var name: String
    package var namespace: String?
    package var value: String
}
