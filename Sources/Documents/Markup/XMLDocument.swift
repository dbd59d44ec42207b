/// Builds an XML document for machines, such as a JUnit report: elements, attributes and text, all escaped.
///
///     var document = XMLDocument()
///     document.element("testsuite", ["name": suite]) {
///         $0.element("testcase", ["name": name])
///     }
///     document.bytes
///
/// Elements stand on lines of their own, indented, except where they hold text. An attribute that is nil is left out.
package struct XMLDocument: Sendable {
    private var source = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private var depth = 0

    package init() {}

    /// Ends with a line end.
    package var bytes: [UInt8] { Array(source.utf8) }

    /// An element with others in it; without any it is written as an empty one.
    package mutating func element(
        _ name: XMLName, _ attributes: KeyValuePairs<XMLName, String?> = [:],
        _ content: (inout XMLDocument) -> Void = { _ in }
    ) {
        open(name, attributes)
        let start = source.utf8.count
        source += ">\n"
        depth += 1
        content(&self)
        depth -= 1
        if source.utf8.count == start + 2 {
            source.removeLast(2)
            source += "/>\n"
        } else {
            indent()
            source += "</\(name.text)>\n"
        }
    }

    /// An element with text in it, whose white space is kept.
    package mutating func element(_ name: XMLName, _ attributes: KeyValuePairs<XMLName, String?> = [:], text: String) {
        open(name, attributes)
        source += ">"
        Markup.escape(text, into: &source)
        source += "</\(name.text)>\n"
    }

    private mutating func open(_ name: XMLName, _ attributes: KeyValuePairs<XMLName, String?>) {
        indent()
        source += "<\(name.text)"
        for case (let name, let value?) in attributes {
            source += " \(name.text)=\""
            appendAttribute(value)
            source += "\""
        }
    }

    /// A reader folds plain line ends and tabs in an attribute to spaces, so they are written as references.
    private mutating func appendAttribute(_ value: String) {
        var escaped = ""
        Markup.escape(value, into: &escaped)
        for scalar in escaped.unicodeScalars {
            switch scalar {
            case "\n": source += "&#10;"
            case "\t": source += "&#9;"
            default: source.unicodeScalars.append(scalar)
            }
        }
    }

    private mutating func indent() {
        source += String(repeating: "  ", count: depth)
    }
}

/// The name of an element or attribute, which is always a literal of the program: data has no business in names.
package struct XMLName: Sendable, Hashable, ExpressibleByStringLiteral {
    let text: String

    package init(stringLiteral text: StaticString) {
        self.text = text.description
        let isName = self.text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
            default: false
            }
        }
        precondition(isName && !self.text.isEmpty, "'\(text)' is not a name in XML")
    }
}
