internal import XML

/// Writes an element again that was read, without its name spaces.
enum XMLText {
    static func write(_ element: XMLElement) -> String {
        var text = "<\(element.name)"
        for attribute in element.attributes {
            text += " \(attribute.name)=\"\(escaped(attribute.value).replacing("\"", with: "&quot;"))\""
        }
        text += ">"
        for child in element.children {
            switch child {
            case .text(let part): text += escaped(part)
            case .element(let inner): text += write(inner)
            }
        }
        return text + "</\(element.name)>"
    }

    /// Only these three: clients of the field resolve no other entity (service-protocol.md 3.3).
    static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return value }
        var text = ""
        for character in value.unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
