internal import Encodings

/// A piece of XML or HTML being written: literals are markup, what is interpolated is text and is escaped.
///
///     let row: Markup = "<id>\(mvpd.id)</id>"
///
/// In text only `&`, `<` and `>` are escaped: a client in the field undoes these three and no others
/// (service-protocol.md 3.3). In the value of an attribute, `\(attribute: text)`, quotes are, too.
struct Markup: Sendable, ExpressibleByStringInterpolation {
    private(set) var bytes: [UInt8]

    init(stringLiteral markup: String) {
        bytes = Array(markup.utf8)
    }

    init(stringInterpolation interpolation: StringInterpolation) {
        bytes = interpolation.bytes
    }

    static func + (left: Markup, right: Markup) -> Markup {
        var sum = left
        sum.bytes += right.bytes
        return sum
    }

    static func += (left: inout Markup, right: Markup) {
        left.bytes += right.bytes
    }

    /// An element of text alone, whose name is not known before.
    static func element(_ name: String, _ text: String) -> Markup {
        precondition(isElementName(name), "'\(name)' cannot be the name of an element")
        var element: Markup = "<"
        element.bytes += name.utf8
        element += ">\(text)</"
        element.bytes += name.utf8
        element += ">"
        return element
    }

    /// Whether it is made of what the names of elements in the documents are made of.
    static func isElementName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first | 0x20 >= UInt8(ascii: "a"), first | 0x20 <= UInt8(ascii: "z") else {
            return false
        }
        return name.utf8.allSatisfy { $0.isLetterOrDigit || "_-.".utf8.contains($0) }
    }

    struct StringInterpolation: StringInterpolationProtocol {
        var bytes: [UInt8] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + 64 * interpolationCount)
        }

        mutating func appendLiteral(_ markup: String) {
            bytes += markup.utf8
        }

        mutating func appendInterpolation(_ text: String) {
            bytes.appendXML(text.utf8)
        }

        mutating func appendInterpolation(attribute text: String) {
            bytes.appendXML(text.utf8, quotes: true)
        }

        mutating func appendInterpolation(_ number: Int) {
            bytes += String(number).utf8
        }

        mutating func appendInterpolation(_ markup: Markup) {
            bytes += markup.bytes
        }
    }
}
