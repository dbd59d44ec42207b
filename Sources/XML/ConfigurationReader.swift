internal import CXML2

/// Reads a configuration from the parser's events.
///
/// Names are compared by address where they repeat: the library keeps one copy of each name of a document, so an
/// address that was seen once stands for its text until the parse ends.
@safe
final class ConfigurationReader: SAXHandler {
    /// What an element is, decided by its place and its name.
    private enum Place {
        case root, requestor, requestorID, requestorName, domains, domain, domainName, domainFlag
        case mvpds, mvpd, id, displayName, logo, property, item, other
    }

    private var document = ConfigurationDocument(requestorID: "", name: "")
    private var places: [Place] = []
    private var domain = ConfigurationDocument.Domain(name: "")
    private var mvpd = ConfigurationMVPD(id: "", displayName: "", logoURL: "")
    private var property = ""
    private var hasItems = false
    private var text: [UInt8] = []
    private var isTextWanted = false
    private var names: [(address: UnsafeRawPointer, text: String)] = unsafe []
    private var requestors = 0

    static func read(_ bytes: [UInt8], limits: XMLLimits) throws(XMLError) -> ConfigurationDocument {
        let reader = ConfigurationReader(limits: limits)
        reader.text.reserveCapacity(256)
        try SAXParser.parse(bytes, into: reader)
        guard reader.requestors > 0 else {
            throw XMLError(code: .malformed, message: "no requestor element in the document", position: .start)
        }
        return reader.document
    }

    override func start(
        _ name: Name, namespace: Name?, attributes: SAXAttributes, at position: @autoclosure () -> XMLPosition
    ) {
        let place = unsafe place(of: text(of: name))
        places.append(place)
        switch place {
        case .requestor: requestors += 1
        case .domain: domain = ConfigurationDocument.Domain(name: "")
        case .mvpd: mvpd = ConfigurationMVPD(id: "", displayName: "", logoURL: "", position: position())
        case .property: unsafe (property, hasItems) = (text(of: name), false)
        case .item: hasItems = true
        default: break
        }
        switch place {
        case .root, .requestor, .domains, .domain, .mvpds, .mvpd, .other: isTextWanted = false
        default:
            isTextWanted = true
            text.removeAll(keepingCapacity: true)
        }
    }

    override func end(_ name: Name) {
        guard let place = places.popLast() else { return }
        switch place {
        case .requestorID: document.requestorID = trimmedText()
        case .requestorName: document.name = trimmedText()
        case .domainName: domain.name = trimmedText()
        case .domainFlag: domain.isMVPDInitiated = trimmedText() == "true"
        case .domain: document.domains.append(domain)
        case .id: mvpd.id = trimmedText()
        case .displayName: mvpd.displayName = trimmedText()
        case .logo: mvpd.logoURL = trimmedText()
        case .property: if !hasItems { mvpd.properties.append(property, trimmedText()) }
        case .item: mvpd.properties.append(property, trimmedText())
        case .mvpd: document.mvpds.append(mvpd)
        case .root, .requestor, .domains, .mvpds, .other: break
        }
        isTextWanted = false
    }

    override func characters(_ text: UnsafeBufferPointer<UInt8>) {
        if isTextWanted { unsafe self.text.append(contentsOf: text) }
    }

    /// Only the first requestor counts, as the XPath of the field's clients has it (wire-protocol.md 1.1).
    private func place(of name: String) -> Place {
        switch (places.last, name) {
        case (nil, _): .root
        case (.root, "requestor"): requestors == 0 ? .requestor : .other
        case (.requestor, "id"): .requestorID
        case (.requestor, "name"): .requestorName
        case (.requestor, "domains"): .domains
        case (.requestor, "mvpds"): .mvpds
        case (.domains, "domain"): .domain
        case (.domain, "name"): .domainName
        case (.domain, "mvpdInitiated"): .domainFlag
        case (.mvpds, "mvpd"): .mvpd
        case (.mvpd, "id"): .id
        case (.mvpd, "displayName"): .displayName
        case (.mvpd, "logoUrl"): .logo
        case (.mvpd, _): .property
        case (.property, _), (.item, _): .item
        default: .other
        }
    }

    private func text(of name: Name) -> String {
        let address = unsafe UnsafeRawPointer(name)
        if let index = unsafe names.firstIndex(where: { unsafe $0.address == address }) {
            return unsafe names[index].text
        }
        let text = unsafe String(cString: name)
        // More names than this only in a document made to be slow.
        if unsafe names.count < 64 { unsafe names.append((address, text)) }
        return text
    }

    /// The text collected since the element began, without white space around it.
    private func trimmedText() -> String {
        var start = 0
        var end = text.count
        while start < end, text[start] <= 0x20 { start += 1 }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        return String(decoding: text[start..<end], as: UTF8.self)
    }
}
