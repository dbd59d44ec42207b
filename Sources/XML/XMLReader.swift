internal import CXML2

/// Reads a document whole, as a tree of values.
///
/// Safe on hostile input: no network, no files, no document types, no entities but the five predefined
/// ones, and a limit on everything that could grow. Any thread; nothing is shared between calls.
package enum XMLReader {
    package static func read(_ bytes: [UInt8], limits: XMLLimits = .standard) throws(XMLError) -> XMLElement {
        let builder = TreeBuilder(limits: limits)
        try SAXParser.parse(bytes, into: builder)
        guard let root = builder.root else {
            throw XMLError(code: .empty, message: "the document has no element", position: .start)
        }
        return root
    }
}

/// Builds the tree bottom up: an element is complete when its end tag comes.
private final class TreeBuilder: SAXHandler {
    private(set) var root: XMLElement?
    private var open: [XMLElement] = []
    private var text: [UInt8] = []

    override func start(
        _ name: Name, namespace: Name?, attributes: SAXAttributes, at position: @autoclosure () -> XMLPosition
    ) {
        closeText()
        unsafe open.append(
            XMLElement(
                name: String(cString: name), namespace: namespace.map { unsafe String(cString: $0) },
                attributes: attributes.all(), position: position()))
    }

    override func end(_ name: Name) {
        closeText()
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(.element(element))
        }
    }

    override func characters(_ text: UnsafeBufferPointer<UInt8>) {
        unsafe self.text.append(contentsOf: text)
    }

    private func closeText() {
        guard !text.isEmpty, !open.isEmpty else { return }
        open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
        text.removeAll(keepingCapacity: true)
    }
}
