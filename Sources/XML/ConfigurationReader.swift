internal import CXML2

/// Reads a configuration from the parser's events.
///
/// Its state is a struct behind a pointer, not an object: the callbacks run twenty thousand times for 500 MVPDs, and
/// counting references took more time than reading. Names are compared by address, for the library keeps one copy of
/// each name of a document.
@safe
struct ConfigurationReader {
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

    private let limits: XMLLimits
    private let context: xmlParserCtxtPtr
    private let names: Names
    private var failure: XMLError?
    private var complaint: XMLError?
    private var requestors = 0
    private var root = ConfigurationDocument.Root.documented
    /// The first element after the root that is in a name space.
    private var qualified: (name: String, position: XMLPosition)?
    private var mvpds = 0
    private var elements = 0
    private var depth = 0
    private var places: GrowingBuffer<ConfigurationPart.Place>
    private var parts: GrowingBuffer<ConfigurationPart>
    /// The text of all parts, one after the other.
    private var text: GrowingBuffer<UInt8>
    /// Where the text of the open element starts, and whether it is still without child elements.
    private var textStart = 0
    private var isTextWanted = false
    /// The name of the open property, for the items in it.
    private var property: UnsafePointer<xmlChar>?

    /// - Parameter size: of the document: what most documents of that size need is taken at once, and no more.
    private init(limits: XMLLimits, context: xmlParserCtxtPtr, size: Int) {
        self.limits = limits
        parts = GrowingBuffer(capacity: min(4_096, size / 16 + 16))
        text = GrowingBuffer(capacity: min(65_536, size + 1))
        unsafe self.context = context
        unsafe names = Names(context.pointee.dict)
        places = GrowingBuffer(capacity: limits.depth + 1)
    }

    private func release() {
        places.release()
        parts.release()
        text.release()
    }

    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: XMLLimits, leavingOut isLeftOut: (String) -> Bool
    ) throws(XMLError) -> ConfigurationDocument {
        try unsafe XMLGate.check(bytes, limits: limits)
        let state = UnsafeMutablePointer<ConfigurationReader>.allocate(capacity: 1)
        // Put together before the parser goes, which owns the names.
        let document = unsafe SAXParser.run(bytes) { context in
            unsafe state.initialize(to: ConfigurationReader(limits: limits, context: context, size: bytes.count))
            unsafe context.pointee.sax.pointee = callbacks
            unsafe context.pointee.userData = UnsafeMutableRawPointer(state)
        } finish: { isWellFormed in
            isWellFormed ? unsafe state.pointee.document(leavingOut: isLeftOut) : nil
        }
        defer {
            unsafe state.pointee.release()
            unsafe state.deinitialize(count: 1)
            unsafe state.deallocate()
        }
        if let failure = unsafe state.pointee.failure { throw failure }
        guard let document else {
            try unsafe XMLGate.explain(bytes)
            throw unsafe state.pointee.complaint
                ?? XMLError(code: .malformed, message: "not well-formed", position: .start)
        }
        guard unsafe state.pointee.requestors > 0 else {
            throw XMLError(code: .malformed, message: "no requestor element in the document", position: .start)
        }
        return document
    }

    private func document(leavingOut isLeftOut: (String) -> Bool) -> ConfigurationDocument {
        var document = unsafe ConfigurationBuilder.document(
            parts.elements, text: text.elements, mvpds: mvpds, leavingOut: isLeftOut)
        document.root = root
        if let qualified {
            document.remarks.append(
                ConfigurationFinding(
                    code: .qualifiedElement, position: qualified.position, path: "/\(qualified.name)",
                    message: "the element \(qualified.name) is in a name space; only the root is"))
        }
        return document
    }

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
            unsafe root = ConfigurationDocument.Root(
                name: String(cString: name), namespace: space.map { unsafe String(cString: $0) })
        } else if unsafe space != nil {
            if qualified == nil { qualified = unsafe (String(cString: name), SAXParser.position(in: context)) }
        }
        unsafe (places.start + depth).initialize(to: place)
        depth += 1
        isTextWanted = false
        switch place {
        case .requestor: requestors += 1
        case .domain: unsafe parts.append(ConfigurationPart(place, name, start: 0, end: 0))
        case .mvpd:
            mvpds += 1
            let position = unsafe SAXParser.position(in: context)
            unsafe parts.append(ConfigurationPart(place, name, start: position.line, end: position.column))
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
        // Text beside child elements is nobody's.
        guard isTextWanted else { return }
        isTextWanted = false
        let place = unsafe places.start[depth]
        unsafe parts.append(
            ConfigurationPart(place, place == .item ? property ?? name : name, start: textStart, end: text.count))
    }

    private mutating func fail(_ code: XMLError.Code, _ message: String) {
        failure = unsafe XMLError(code: code, message: message, position: SAXParser.position(in: context))
        unsafe xmlStopParser(context)
    }

    /// Only the first requestor counts, as the XPath of the field's clients has it (service-protocol.md 1.1).
    ///
    /// Changes nothing; were it not marked as if it did, the whole state would be copied for it, element by element.
    private mutating func place(of name: UnsafePointer<xmlChar>) -> ConfigurationPart.Place {
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
        var sax = unsafe xmlSAXHandler()
        unsafe sax.initialized = UInt32(XML_SAX2_MAGIC)
        unsafe sax.internalSubset = { pointer, _, _, _ in
            unsafe ConfigurationReader.of(pointer)?.pointee.fail(.doctype, "a document type declaration is not allowed")
        }
        unsafe sax.getEntity = { _, name in unsafe xmlGetPredefinedEntity(name) }
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
            guard let state = unsafe ConfigurationReader.of(pointer), unsafe state.pointee.complaint == nil,
                let error = unsafe error,
                unsafe error.pointee.level != XML_ERR_WARNING
            else { return }
            unsafe state.pointee.complaint = XMLError(error.pointee)
        }
        return unsafe sax
    }
}
