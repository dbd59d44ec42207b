#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

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

    private let start: UnsafePointer<UInt8>
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
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, limits: XMLLimits, leavingOut isLeftOut: (String) -> Bool
    ) -> ConfigurationDocument? {
        guard let start = bytes.baseAddress, bytes.count <= limits.bytes, limits.depth > 1, limits.elements > 0,
            limits.attributes > 0
        else { return nil }
        var scanner = unsafe ConfigurationScanner(start, count: bytes.count, limits)
        defer { scanner.release() }
        guard scanner.scan() else { return nil }
        return unsafe ConfigurationBuilder.document(
            scanner.parts.elements, text: bytes, mvpds: scanner.mvpds, leavingOut: isLeftOut)
    }

    private init(_ start: UnsafePointer<UInt8>, count: Int, _ limits: XMLLimits) {
        unsafe self.start = start
        self.count = count
        depthLimit = min(limits.depth, 32)
        elementLimit = limits.elements
        open = GrowingBuffer(capacity: 32)
        parts = GrowingBuffer(capacity: min(4_096, count / 32 + 16))
    }

    private func release() {
        open.release()
        parts.release()
    }

    // MARK: - The document

    /// False where the document is not plain.
    private mutating func scan() -> Bool {
        guard skip("<?xml version=\"1.0\"") else { return false }
        _ = skip(" encoding=\"UTF-8\"")
        _ = skip(" standalone=\"yes\"")
        guard skip("?>") else { return false }
        skipBlanks()
        guard skip("<ns2:config xmlns:ns2=\"http://pass.adobe.com/config\">") else { return false }
        open.append(Element(place: .root, start: 0, end: 0))
        while open.count > 0 {
            guard skipText() else { return false }
            let textEnd = offset
            offset += 1
            guard skip(UInt8(ascii: "/")) ? endTag(textEnd) : startTag() else { return false }
        }
        skipBlanks()
        return offset == count && requestors > 0
    }

    /// A start tag, from its name on.
    private mutating func startTag() -> Bool {
        let tag = offset - 1
        guard offset < count, unsafe isLetter(start[offset]) else { return false }
        var nameEnd = offset
        while nameEnd < count, unsafe isOfName(start[nameEnd]) { nameEnd += 1 }
        offset = nameEnd
        let name = (tag + 1)..<offset
        let isEmpty = skip(UInt8(ascii: "/"))
        guard skip(UInt8(ascii: ">")), name.count <= 64, open.count < depthLimit, elements < elementLimit else {
            return false
        }
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
    private mutating func endTag(_ textEnd: Int) -> Bool {
        let element = unsafe open.start[open.count - 1]
        open.removeLast()
        guard element.place != .root else { return skip("ns2:config>") }
        let length = element.end - element.start
        guard offset + length < count else { return false }
        guard unsafe memcmp(start + offset, start + element.start, length) == 0 else { return false }
        offset += length
        guard skip(UInt8(ascii: ">")) else { return false }
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
        expected.utf8CodeUnitCount == name.count && isHere(expected, at: name.lowerBound)
    }

    // MARK: - Bytes

    /// Whether the text is at the offset, where there is room for it.
    private func isHere(_ text: StaticString, at offset: Int) -> Bool {
        unsafe memcmp(start + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Goes over the text if it is here.
    private mutating func skip(_ text: StaticString) -> Bool {
        guard offset + text.utf8CodeUnitCount <= count, isHere(text, at: offset) else { return false }
        offset += text.utf8CodeUnitCount
        return true
    }

    /// Goes over the byte if it is here.
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard offset < count, unsafe start[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// Around the root there is nothing else.
    private mutating func skipBlanks() {
        while offset < count, unsafe start[offset] == UInt8(ascii: "\n") || start[offset] == UInt8(ascii: " ") {
            if unsafe start[offset] == UInt8(ascii: "\n") {
                line += 1
                lineStart = offset + 1
            }
            offset += 1
        }
    }

    /// Goes to the next `<`; false where something else than plain characters comes before, or the end.
    ///
    /// References, what may end a CDATA section, controls and all beyond ASCII are not plain.
    private mutating func skipText() -> Bool {
        var offset = self.offset
        defer { self.offset = offset }
        while offset < count {
            let byte = unsafe start[offset]
            switch byte {
            case UInt8(ascii: "<"): return true
            case UInt8(ascii: "\n"):
                offset += 1
                line += 1
                lineStart = offset
                // Most lines begin with many.
                while offset < count, unsafe start[offset] == 0x20 { offset += 1 }
            case UInt8(ascii: "&"), UInt8(ascii: "]"): return false
            case 0x09, 0x20..<0x7F:
                offset += 1
                while offset + 8 <= count {
                    let plain = plainBytes(at: offset)
                    offset += plain
                    if plain < 8 { break }
                }
            default: return false
            }
        }
        return false
    }

    /// How many of the eight bytes here are surely plain, before the first that has to be looked at.
    ///
    /// The arithmetic marks the first such byte exactly; what it says of those behind does not matter.
    private func plainBytes(at offset: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let eight = unsafe UInt64(
            littleEndian: UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self))
        func marks(of byte: UInt8) -> UInt64 {
            let difference = eight ^ ones &* UInt64(byte)
            return (difference &- ones) & ~difference
        }
        let controls = (eight &- ones &* 0x20) & ~eight
        let others =
            marks(of: UInt8(ascii: "<")) | marks(of: UInt8(ascii: "&")) | marks(of: UInt8(ascii: "]")) | marks(of: 0x7F)
        return ((eight | controls | others) & tops).trailingZeroBitCount >> 3
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_")
    }

    private func isOfName(_ byte: UInt8) -> Bool {
        isLetter(byte) || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// For parts whose name nobody asks for.
    private static var nameless: UnsafePointer<UInt8> { unsafe ("" as StaticString).utf8Start }
}
