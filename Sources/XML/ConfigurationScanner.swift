/// Reads a configuration that is written just as services write it, in one look at each byte.
///
/// It knows the documented root, elements without attributes, known properties and ASCII. At anything else, be it
/// allowed or not, it gives up, and ``ConfigurationReader`` reads the document from its beginning; so nothing is decided
/// here but that a document is plain, and what it says then. Takes a fifth of that reader's time.
@safe
struct ConfigurationScanner {
    private typealias Place = ConfigurationPart.Place

    /// An element that is not closed yet.
    private struct Element: BitwiseCopyable {
        var place: Place
        /// Its name in the document.
        var start: Int
        var end: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let count: Int
    private let depthLimit: Int
    private let elementLimit: Int
    private var offset = 0
    private var line = 1
    /// Where the line starts.
    private var lineStart = 0
    private var elements = 1
    private var requestors = 0
    private var mvpds = 0
    private var open: GrowingBuffer<Element>
    private var parts: GrowingBuffer<ConfigurationPart>
    /// Where the text of the innermost element starts, as long as it has no elements in it.
    private var textStart = -1
    /// The name of the open property, for the items in it.
    private var property: UnsafePointer<UInt8>?

    /// Nil for a document that is not plain.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, limits: XMLLimits) -> ConfigurationDocument? {
        guard bytes.count <= limits.bytes, limits.depth > 1, limits.elements > 0, limits.attributes > 0 else {
            return nil
        }
        var scanner = unsafe ConfigurationScanner(bytes, limits)
        defer { scanner.release() }
        guard scanner.scan() else { return nil }
        return scanner.document()
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: XMLLimits) {
        unsafe self.bytes = bytes
        count = bytes.count
        depthLimit = min(limits.depth, 32)
        elementLimit = limits.elements
        open = GrowingBuffer(capacity: 32)
        parts = GrowingBuffer(capacity: min(4_096, bytes.count / 32 + 16))
    }

    private func release() {
        open.release()
        parts.release()
    }

    private func document() -> ConfigurationDocument {
        var builder = unsafe ConfigurationBuilder(text: bytes, mvpds: mvpds, parts: parts.count)
        for index in 0..<parts.count { unsafe builder.add(parts.start[index]) }
        return builder.finish()
    }

    // MARK: - The document

    /// False where the document is not plain.
    private mutating func scan() -> Bool {
        guard skip("<?xml version=\"1.0\"") else { return false }
        _ = skip(" encoding=\"UTF-8\"")
        _ = skip(" standalone=\"yes\"")
        guard skip("?>"), skipText(), skip("<ns2:config xmlns:ns2=\"http://pass.adobe.com/config\">") else {
            return false
        }
        open.append(Element(place: .root, start: 0, end: 0))
        while open.count > 0 {
            guard skipText() else { return false }
            let textEnd = offset
            offset += 1
            guard skip("/") ? end(textEnd) : start() else { return false }
        }
        while offset < count {
            guard unsafe bytes[offset] == UInt8(ascii: "\n") || bytes[offset] == UInt8(ascii: " ") else { return false }
            offset += 1
        }
        return requestors > 0
    }

    /// A start tag, from its name on.
    private mutating func start() -> Bool {
        let tag = offset - 1
        guard offset < count, unsafe Self.kinds[Int(bytes[offset])] & Self.letter != 0 else { return false }
        while offset < count, unsafe Self.kinds[Int(bytes[offset])] & Self.ofName != 0 { offset += 1 }
        let name = (tag + 1)..<offset
        let isEmpty = skip("/")
        guard skip(">"), name.count <= 64, open.count < depthLimit, elements < elementLimit else { return false }
        elements += 1
        guard let place = place(of: name) else { return false }
        textStart = -1
        switch place {
        case .requestor: requestors += 1
        case .domain: unsafe parts.append(ConfigurationPart(place, Self.nameless, start: 0, end: 0))
        case .mvpd:
            mvpds += 1
            unsafe parts.append(ConfigurationPart(place, Self.nameless, start: line, end: tag - lineStart + 1))
        case .root, .domains, .mvpds, .other: break
        case .property, .item, .requestorID, .requestorName, .domainName, .domainFlag, .id, .displayName, .logo:
            textStart = offset
        }
        if isEmpty {
            close(place, offset)
        } else {
            open.append(Element(place: place, start: name.lowerBound, end: name.upperBound))
        }
        return true
    }

    /// An end tag, from its name on.
    private mutating func end(_ textEnd: Int) -> Bool {
        let element = unsafe open.start[open.count - 1]
        open.removeLast()
        guard element.place != .root else { return skip("ns2:config>") }
        let length = element.end - element.start
        guard offset + length < count else { return false }
        for index in 0..<length {
            guard unsafe bytes[offset + index] == bytes[element.start + index] else { return false }
        }
        offset += length
        guard skip(">") else { return false }
        close(element.place, textEnd)
        return true
    }

    private mutating func close(_ place: Place, _ textEnd: Int) {
        // Text beside child elements is nobody's.
        guard textStart >= 0 else { return }
        let name = unsafe place == .property || place == .item ? property ?? Self.nameless : Self.nameless
        unsafe parts.append(ConfigurationPart(place, name, start: textStart, end: textEnd))
        textStart = -1
    }

    // MARK: - Places

    /// As ``ConfigurationReader`` decides it; nil for a property that is not known.
    private mutating func place(of name: Range<Int>) -> Place? {
        switch unsafe open.start[open.count - 1].place {
        case .root: return isName("requestor", name) && requestors == 0 ? .requestor : .other
        case .requestor:
            if isName("id", name) { return .requestorID }
            if isName("name", name) { return .requestorName }
            if isName("domains", name) { return .domains }
            return isName("mvpds", name) ? .mvpds : .other
        case .domains: return isName("domain", name) ? .domain : .other
        case .domain:
            if isName("name", name) { return .domainName }
            return isName("mvpdInitiated", name) ? .domainFlag : .other
        case .mvpds: return isName("mvpd", name) ? .mvpd : .other
        case .mvpd:
            if isName("id", name) { return .id }
            if isName("displayName", name) { return .displayName }
            if isName("logoUrl", name) { return .logo }
            guard let known = ConfigurationDocument.knownProperties.first(where: { isName($0, name) }) else {
                return nil
            }
            unsafe property = known.utf8Start
            return .property
        case .property, .item: return .item
        default: return .other
        }
    }

    private func isName(_ expected: StaticString, _ name: Range<Int>) -> Bool {
        guard expected.utf8CodeUnitCount == name.count else { return false }
        for index in 0..<name.count {
            guard unsafe bytes[name.lowerBound + index] == expected.utf8Start[index] else { return false }
        }
        return true
    }

    // MARK: - Bytes

    /// Goes over the text if it is here.
    private mutating func skip(_ text: StaticString) -> Bool {
        guard offset + text.utf8CodeUnitCount <= count else { return false }
        for index in 0..<text.utf8CodeUnitCount {
            guard unsafe bytes[offset + index] == text.utf8Start[index] else { return false }
        }
        offset += text.utf8CodeUnitCount
        return true
    }

    /// Goes to the next `<`; false where something else than plain characters comes before, or the end.
    private mutating func skipText() -> Bool {
        var offset = self.offset
        defer { self.offset = offset }
        while offset < count {
            let kind = unsafe Self.kinds[Int(bytes[offset])]
            if kind & Self.ofText == 0 {
                if unsafe bytes[offset] == UInt8(ascii: "<") { return true }
                guard unsafe bytes[offset] == UInt8(ascii: "\n") else { return false }
                line += 1
                lineStart = offset + 1
            }
            offset += 1
        }
        return false
    }

    private static let letter: UInt8 = 1
    private static let ofName: UInt8 = 2
    private static let ofText: UInt8 = 4

    /// By byte: what it can be.
    ///
    /// References, what may end a CDATA section, controls and all beyond ASCII are not plain.
    private static let kinds: InlineArray<256, UInt8> = {
        var kinds = InlineArray<256, UInt8>(repeating: 0)
        for byte in 0x20..<0x7F { kinds[byte] = ofText }
        kinds[0x09] = ofText
        for byte in Array("<&]".utf8) { kinds[Int(byte)] = 0 }
        for byte in Array("0123456789-.".utf8) { kinds[Int(byte)] |= ofName }
        for byte in 0x41...0x5A { kinds[byte] |= letter | ofName }
        for byte in 0x61...0x7A { kinds[byte] |= letter | ofName }
        kinds[0x5F] |= letter | ofName
        return kinds
    }()

    /// For parts whose name nobody asks for.
    private static var nameless: UnsafePointer<UInt8> { unsafe ("" as StaticString).utf8Start }
}
