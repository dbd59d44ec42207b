internal import CXML2

/// Reads a configuration from the parser's events, in the order of the document.
///
/// Its state is a struct behind a pointer, not an object: the callbacks run twenty thousand times for 500 MVPDs, and
/// counting references took more time than reading. Names are compared by address, for the library keeps one copy of
/// each name of a document.
@safe
struct ConfigurationReader {
    /// What an element is, decided by its place and its name.
    private enum Place {
        case root, requestor, requestorID, requestorName, domains, domain, domainName, domainFlag
        case mvpds, mvpd, id, displayName, logo, property, item, other
    }

    /// Names with a meaning of their own.
    @safe
    private struct Names {
        typealias Name = UnsafePointer<xmlChar>?

        let requestor, id, name, domains, domain, mvpdInitiated, mvpds, mvpd, displayName, logoUrl: Name

        init(_ names: xmlDictPtr) {
            func address(_ name: String) -> Name { unsafe xmlDictLookup(names, name, -1) }
            unsafe requestor = address("requestor")
            unsafe id = address("id")
            unsafe name = address("name")
            unsafe domains = address("domains")
            unsafe domain = address("domain")
            unsafe mvpdInitiated = address("mvpdInitiated")
            unsafe mvpds = address("mvpds")
            unsafe mvpd = address("mvpd")
            unsafe displayName = address("displayName")
            unsafe logoUrl = address("logoUrl")
        }
    }

    /// A property of the open MVPD: its name, and where its text is.
    @safe
    private struct Property {
        let name: UnsafePointer<xmlChar>
        let text: Range<Int>
    }

    private let limits: XMLLimits
    private let context: xmlParserCtxtPtr
    private let names: Names
    private let isLeftOut: (String) -> Bool
    private var document = ConfigurationDocument(requestorID: "", name: "")
    private var failure: XMLError?
    private var complaint: XMLError?
    private var requestors = 0
    /// About the first element after the root that is in a name space.
    private var qualified: ConfigurationFinding?
    private var elements = 0
    private var depth = 0
    private var places: GrowingBuffer<Place>
    /// The texts of what is open, one after the other.
    private var text: GrowingBuffer<UInt8>
    /// Where the text of the open element starts, and whether it is still without child elements.
    private var textStart = 0
    private var isTextWanted = false
    /// The name of the open property, for the items in it.
    private var property: UnsafePointer<xmlChar>?

    /// Of the open MVPD: the texts become strings when it is known whether it is wanted.
    private var id: Range<Int>?
    private var displayName: Range<Int>?
    private var logoURL: Range<Int>?
    private var openProperties: [Property] = []
    private var position = XMLPosition.start
    /// How many ids and names the open MVPD has.
    private var ids = 0
    private var displayNames = 0
    /// How many MVPDs are closed.
    private var entries = 0
    /// The properties of all MVPDs, one after the other: one array instead of one for each.
    private var properties: [ConfigurationProperties.Pair] = []
    private var propertyStarts: [Int] = []
    /// The texts of names that were seen before.
    private var known: [(address: UnsafePointer<xmlChar>, text: String)] = unsafe []

    private init(limits: XMLLimits, context: xmlParserCtxtPtr, leavingOut isLeftOut: @escaping (String) -> Bool) {
        self.limits = limits
        self.isLeftOut = isLeftOut
        unsafe self.context = context
        unsafe names = Names(context.pointee.dict)
        places = GrowingBuffer(capacity: limits.depth + 1)
        text = GrowingBuffer(capacity: 1_024)
    }

    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: XMLLimits, leavingOut isLeftOut: @escaping (String) -> Bool
    ) throws(XMLError) -> ConfigurationDocument {
        try unsafe XMLGate.check(bytes, limits: limits)
        let state = UnsafeMutablePointer<ConfigurationReader>.allocate(capacity: 1)
        let isWellFormed = unsafe SAXParser.run(bytes) { context in
            unsafe state.initialize(
                to: ConfigurationReader(limits: limits, context: context, leavingOut: isLeftOut))
            unsafe context.pointee.sax.pointee = callbacks
            unsafe context.pointee.userData = UnsafeMutableRawPointer(state)
        }
        defer {
            unsafe state.pointee.places.release()
            unsafe state.pointee.text.release()
            unsafe state.deinitialize(count: 1)
            unsafe state.deallocate()
        }
        if let failure = unsafe state.pointee.failure { throw failure }
        guard isWellFormed else { try unsafe XMLGate.refuse(bytes, state.pointee.complaint) }
        guard unsafe state.pointee.requestors > 0 else {
            throw XMLError(code: .malformed, message: "no requestor element in the document", position: .start)
        }
        return unsafe state.pointee.finish()
    }

    private mutating func finish() -> ConfigurationDocument {
        propertyStarts.append(properties.count)
        for index in document.mvpds.indices {
            document.mvpds[index].properties = ConfigurationProperties(
                properties[propertyStarts[index]..<propertyStarts[index + 1]])
        }
        if let qualified { document.remarks.append(qualified) }
        return document
    }

    // MARK: - Elements

    private mutating func start(_ name: UnsafePointer<xmlChar>, _ space: UnsafePointer<xmlChar>?) {
        elements += 1
        guard depth < limits.depth else {
            return fail(.tooDeep, "elements are nested more than \(limits.depth) deep")
        }
        guard elements <= limits.elements else {
            return fail(.tooManyElements, "more than \(limits.elements) elements")
        }
        let place = unsafe place(of: name)
        if place == .root {
            unsafe document.root = ConfigurationDocument.Root(
                name: String(cString: name), namespace: space.map { unsafe String(cString: $0) })
        } else if unsafe space != nil, qualified == nil {
            let element = unsafe String(cString: name)
            qualified = unsafe ConfigurationFinding(
                code: .qualifiedElement, position: SAXParser.position(in: context), path: "/\(element)",
                message: "the element \(element) is in a name space; only the root is")
        }
        unsafe (places.start + depth).initialize(to: place)
        depth += 1
        isTextWanted = false
        switch place {
        case .requestor: requestors += 1
        case .domain: document.domains.append(ConfigurationDocument.Domain(name: ""))
        case .mvpd: position = unsafe SAXParser.position(in: context)
        case .root, .domains, .mvpds, .other: break
        case .property:
            unsafe property = name
            want()
        case .item, .requestorID, .requestorName, .domainName, .domainFlag, .id, .displayName, .logo: want()
        }
    }

    private mutating func want() {
        isTextWanted = true
        textStart = text.count
    }

    private mutating func end(_ name: UnsafePointer<xmlChar>) {
        guard depth > 0 else { return }
        depth -= 1
        let place = unsafe places.start[depth]
        if place == .mvpd { return closeMVPD() }
        // Text beside child elements is nobody's.
        guard isTextWanted else { return }
        isTextWanted = false
        let range = textStart..<text.count
        switch place {
        case .requestorID: document.requestorID = string(range)
        case .requestorName: document.name = string(range)
        case .domainName: document.domains[document.domains.count - 1].name = string(range)
        case .domainFlag: checkFlag(string(range))
        case .id:
            id = range
            ids += 1
            if ids == 2 { remarkRepeated("id") }
        case .displayName:
            displayName = range
            displayNames += 1
            if displayNames == 2 { remarkRepeated("displayName") }
        case .logo: logoURL = range
        case .property: unsafe openProperties.append(Property(name: name, text: range))
        case .item: unsafe openProperties.append(Property(name: property ?? name, text: range))
        case .root, .requestor, .domains, .domain, .mvpds, .mvpd, .other: break
        }
    }

    private mutating func closeMVPD() {
        entries += 1
        let name = id.map(string) ?? ""
        if !isLeftOut(name) {
            propertyStarts.append(properties.count)
            for property in openProperties {
                properties.append(
                    ConfigurationProperties.Pair(name: unsafe self.name(property.name), value: string(property.text)))
            }
            document.mvpds.append(
                ConfigurationMVPD(
                    id: name, displayName: displayName.map(string) ?? "", logoURL: logoURL.map(string) ?? "",
                    position: position))
        }
        (id, displayName, logoURL) = (nil, nil, nil)
        (ids, displayNames) = (0, 0)
        openProperties.removeAll(keepingCapacity: true)
        text.removeAll()
    }

    private mutating func checkFlag(_ flag: String) {
        guard flag != "true", flag != "false" else { return }
        document.remarks.append(
            ConfigurationFinding(
                code: .wrongBoolean, position: .start,
                path: "/requestor/domains/domain[\(document.domains.count)]/mvpdInitiated",
                message: "mvpdInitiated is \"\(flag.prefix(40))\", expected true or false"))
    }

    private mutating func remarkRepeated(_ element: String) {
        document.remarks.append(
            ConfigurationFinding(
                code: .repeatedElement, position: position, path: "/requestor/mvpds/mvpd[\(entries + 1)]/\(element)",
                message: "\(element) is there more than once; the last one counts"))
    }

    private mutating func fail(_ code: XMLError.Code, _ message: String) {
        failure = unsafe XMLError(code: code, message: message, position: SAXParser.position(in: context))
        unsafe xmlStopParser(context)
    }

    // MARK: - Texts

    /// The text of a name; one that was seen before is found by its address.
    private mutating func name(_ address: UnsafePointer<xmlChar>) -> String {
        for index in unsafe 0..<known.count {
            if unsafe known[index].address == address { return unsafe known[index].text }
        }
        var text = unsafe String(cString: address)
        // A literal costs nothing to share, other strings are counted by everyone who has them.
        if let known = ConfigurationDocument.propertyNames.first(where: { $0 == text }) { text = known }
        // More names than this only in a document made to be slow.
        if unsafe known.count < 64 { unsafe known.append((address, text)) }
        return text
    }

    /// A collected text without white space around it.
    private func string(_ range: Range<Int>) -> String {
        let text = unsafe text.elements
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, unsafe text[start] <= 0x20 { start += 1 }
        while end > start, unsafe text[end - 1] <= 0x20 { end -= 1 }
        let bytes = unsafe UnsafeBufferPointer(rebasing: text[start..<end])
        if unsafe bytes.count == 4 && bytes[0] == UInt8(ascii: "t") && bytes.elementsEqual("true".utf8) {
            return "true"
        }
        if unsafe bytes.count == 5 && bytes[0] == UInt8(ascii: "f") && bytes.elementsEqual("false".utf8) {
            return "false"
        }
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// Only the first requestor counts, as the XPath of the field's clients has it (service-protocol.md 1.1).
    ///
    /// Changes nothing; were it not marked as if it did, the whole state would be copied for it, element by element.
    private mutating func place(of name: UnsafePointer<xmlChar>) -> Place {
        guard depth > 0 else { return .root }
        return switch unsafe places.start[depth - 1] {
        case .root: unsafe name == names.requestor && requestors == 0 ? .requestor : .other
        case .requestor:
            if unsafe name == names.id {
                .requestorID
            } else if unsafe name == names.name {
                .requestorName
            } else if unsafe name == names.domains {
                .domains
            } else {
                unsafe name == names.mvpds ? .mvpds : .other
            }
        case .domains: unsafe name == names.domain ? .domain : .other
        case .domain:
            if unsafe name == names.name {
                .domainName
            } else {
                unsafe name == names.mvpdInitiated ? .domainFlag : .other
            }
        case .mvpds: unsafe name == names.mvpd ? .mvpd : .other
        case .mvpd:
            if unsafe name == names.id {
                .id
            } else if unsafe name == names.displayName {
                .displayName
            } else {
                unsafe name == names.logoUrl ? .logo : .property
            }
        case .property, .item: .item
        default: .other
        }
    }
}

extension ConfigurationReader {
    private static func of(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<ConfigurationReader>? {
        unsafe pointer?.assumingMemoryBound(to: ConfigurationReader.self)
    }

    private static var callbacks: xmlSAXHandler {
        var sax = unsafe SAXParser.callbacks
        unsafe sax.internalSubset = { pointer, _, _, _ in
            unsafe ConfigurationReader.of(pointer)?.pointee.fail(.doctype, SAXParser.noDoctype)
        }
        unsafe sax.startElementNs = { pointer, name, _, space, _, _, _, _, _ in
            guard let name = unsafe name else { return }
            unsafe ConfigurationReader.of(pointer)?.pointee.start(name, space)
        }
        unsafe sax.endElementNs = { pointer, name, _, _ in
            guard let name = unsafe name else { return }
            unsafe ConfigurationReader.of(pointer)?.pointee.end(name)
        }
        unsafe sax.characters = { pointer, text, count in
            guard let state = unsafe ConfigurationReader.of(pointer), unsafe state.pointee.isTextWanted,
                let text = unsafe text
            else { return }
            unsafe state.pointee.text.append(text, count: Int(count))
        }
        unsafe sax.ignorableWhitespace = sax.characters
        unsafe sax.cdataBlock = sax.characters
        unsafe sax.serror = { pointer, error in
            guard let state = unsafe ConfigurationReader.of(pointer), unsafe state.pointee.complaint == nil else {
                return
            }
            unsafe state.pointee.complaint = SAXParser.complaint(error)
        }
        return unsafe sax
    }
}
