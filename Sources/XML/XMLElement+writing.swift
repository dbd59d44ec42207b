internal import Encodings

extension XMLElement {
    /// The element as XML again, with prefixes of our own, or without the name spaces that it is in.
    package func source(withNamespaces: Bool) -> String {
        var bytes: [UInt8] = []
        write(into: &bytes, withNamespaces)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(into bytes: inout [UInt8], _ withNamespaces: Bool) {
        let namespace = withNamespaces ? namespace : nil
        let tag = namespace == nil ? name : "n:\(name)"
        bytes += "<\(tag)".utf8
        let declaration = namespace.map { [XMLAttribute(name: "xmlns:n", value: $0)] } ?? []
        for attribute in declaration + attributes {
            bytes += " \(attribute.name)=\"".utf8
            bytes.appendXML(attribute.value.utf8, quotes: true)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
        for child in children {
            switch child {
            case .element(let element): element.write(into: &bytes, withNamespaces)
            case .text(let text): bytes.appendXML(text.utf8)
            }
        }
        bytes += "</\(tag)>".utf8
    }
}
