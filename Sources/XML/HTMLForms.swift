internal import CXML2

/// A form of a page, as a browser would see it.
package struct HTMLForm: Sendable, Hashable {
    package var id: String
    package var name: String
    /// Where it goes, as written; entities are resolved, the address is not.
    package var action: String
    /// "get" or "post", in lower case; "get" when the page does not say.
    package var method: String
    package var fields: [Field]

    /// An input, a button, a select or a text area.
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
        /// In lower case: "hidden", "text", "password", "submit", …; "select" and "textarea" for those elements.
        package var type: String
        /// Whether a checkbox or a radio button is set.
        package var isChecked: Bool
        package var id = ""
        /// What is on it, where it is a button.
        package var label = ""

        package var sends: Bool { type == "submit" || type == "image" }
    }
}

/// What of a page a user can do something with.
package struct HTMLPage: Sendable, Hashable {
    package var forms: [HTMLForm] = []
    package var links: [Link] = []

    package struct Link: Sendable, Hashable {
        package var id: String
        /// As written.
        package var address: String
        package var label: String
    }
}

/// Finds the forms of a page with the library's HTML parser, which forgives as browsers do.
///
/// Any thread. A page of more than a megabyte or 20,000 tags has no forms as far as this is concerned: at each end of an
/// element the library looks through all that are open.
package enum HTMLForms {
    package static let sizeLimit = 1024 * 1024
    package static let tagLimit = 20_000

    package static func page(in html: [UInt8]) -> HTMLPage {
        precondition(LibXML.ready)
        guard !html.isEmpty, html.count <= sizeLimit, html.count(where: { $0 == UInt8(ascii: "<") }) <= tagLimit,
            let context = unsafe htmlNewParserCtxt()
        else {
            return HTMLPage()
        }
        defer { unsafe htmlFreeParserCtxt(context) }
        let collector = FormCollector()
        unsafe context.pointee.sax.pointee = FormCollector.callbacks
        unsafe context.pointee.userData = Unmanaged.passUnretained(collector).toOpaque()
        let options = HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        let document = unsafe html.withUnsafeBytes { buffer in
            unsafe htmlCtxtReadMemory(
                context, buffer.assumingMemoryBound(to: CChar.self).baseAddress, Int32(buffer.count), nil, "UTF-8",
                Int32(options))
        }
        unsafe xmlFreeDoc(document)
        return withExtendedLifetime(collector) { collector.page }
    }
}

/// Collects forms and links from the events of one parse; no tree is built.
private final class FormCollector {
    private(set) var page = HTMLPage()
    private var forms: [HTMLForm] {
        get { page.forms }
        _modify { yield &page.forms }
    }
    private var isInForm = false
    /// Whether the select that is open has an option yet.
    private var hasOption = false
    /// The element whose text is being read: a text area, a button or a link.
    private var reading: (element: String, text: [UInt8])?

    private func start(_ element: String, _ attributes: [String: String]) {
        if element == "form" {
            isInForm = true
            forms.append(
                HTMLForm(
                    id: attributes["id"] ?? "", name: attributes["name"] ?? "", action: attributes["action"] ?? "",
                    method: (attributes["method"] ?? "get").lowercased(), fields: []))
        }
        if element == "a", let address = attributes["href"] {
            page.links.append(.init(id: attributes["id"] ?? "", address: address, label: ""))
            reading = (element, [])
        }
        guard isInForm else { return }
        switch element {
        case "input": add(attributes, type: (attributes["type"] ?? "text").lowercased())
        case "button":
            add(attributes, type: (attributes["type"] ?? "submit").lowercased())
            reading = (element, [])
        case "select":
            add(attributes, type: "select")
            hasOption = false
        case "textarea":
            add(attributes, type: "textarea")
            reading = (element, [])
        case "option": choose(attributes)
        default: break
        }
    }

    private func add(_ attributes: [String: String], type: String) {
        forms[forms.count - 1].fields.append(
            HTMLForm.Field(
                name: attributes["name"] ?? "", value: attributes["value"] ?? "", type: type,
                isChecked: attributes["checked"] != nil, id: attributes["id"] ?? "",
                label: ["submit", "button"].contains(type) ? attributes["value"] ?? "" : attributes["alt"] ?? ""))
    }

    /// The first option is the value of a select until a selected one comes; without a value, what is on it.
    private func choose(_ attributes: [String: String]) {
        let last = forms[forms.count - 1].fields.count - 1
        guard last >= 0, forms[forms.count - 1].fields[last].type == "select" else { return }
        if !hasOption || attributes["selected"] != nil {
            forms[forms.count - 1].fields[last].value = attributes["value"] ?? ""
            if attributes["value"] == nil { reading = ("option", []) }
        }
        hasOption = true
    }

    private func end(_ element: String) {
        if element == "form" { isInForm = false }
        guard let (read, bytes) = reading, read == element else { return }
        reading = nil
        let text = String(decoding: bytes, as: UTF8.self)
        let label = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if element == "a" {
            page.links[page.links.count - 1].label = label
        } else if isInForm, let last = forms[forms.count - 1].fields.indices.last {
            switch element {
            case "textarea": forms[forms.count - 1].fields[last].value = text
            case "option": forms[forms.count - 1].fields[last].value = label
            default: forms[forms.count - 1].fields[last].label = label
            }
        }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> FormCollector? {
        unsafe pointer.map { unsafe Unmanaged<FormCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    static var callbacks: xmlSAXHandler {
        var sax = unsafe xmlSAXHandler()
        unsafe sax.startElement = { pointer, name, attributes in
            guard let collector = unsafe FormCollector.of(pointer), let name = unsafe name else { return }
            let element = unsafe String(cString: name)
            guard ["form", "input", "button", "select", "textarea", "option", "a"].contains(element) else { return }
            var values: [String: String] = [:]
            var next = unsafe attributes
            while let pair = unsafe next, let key = unsafe pair[0] {
                let key = unsafe String(cString: key).lowercased()
                // As in a browser, the first of two attributes of one name counts.
                if values[key] == nil { values[key] = unsafe pair[1].map { unsafe String(cString: $0) } ?? "" }
                unsafe next = pair + 2
            }
            collector.start(element, values)
        }
        unsafe sax.endElement = { pointer, name in
            guard let collector = unsafe FormCollector.of(pointer), let name = unsafe name else { return }
            unsafe collector.end(String(cString: name))
        }
        unsafe sax.characters = { pointer, text, count in
            unsafe FormCollector.of(pointer)?.reading?.text.append(
                contentsOf: UnsafeBufferPointer(start: text, count: Int(count)))
        }
        unsafe sax.getEntity = { _, _ in nil }
        unsafe sax.serror = { _, _ in }
        unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
        return unsafe sax
    }
}
