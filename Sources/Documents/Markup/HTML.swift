/// A piece of HTML, or of SVG within it.
///
/// Literals are markup; whatever is interpolated is text, and is escaped:
///
///     let row: HTML = "<td title='\(detail)'>\(name)</td>"
///
/// Attributes must be quoted, and text must not be interpolated into scripts, styles or comments.
package struct HTML: Sendable, Hashable {
    package private(set) var source: String

    package init(joining pieces: some Sequence<HTML>, separator: HTML = "") {
        source = pieces.lazy.map(\.source).joined(separator: separator.source)
    }

    private init(source: String) {
        self.source = source
    }

    /// Text alone, escaped.
    package init(text: String) {
        source = ""
        Markup.escape(text, into: &source)
    }

    package static let empty: HTML = ""

    package var bytes: [UInt8] { Array(source.utf8) }

    package static func += (page: inout HTML, piece: HTML) {
        page.source += piece.source
    }

    package static func + (first: HTML, second: HTML) -> HTML {
        HTML(source: first.source + second.source)
    }

    /// The code of a script or a style sheet of ours, as it stands.
    package static func code(_ element: CodeElement, _ code: StaticString) -> HTML {
        HTML(source: "<\(element.rawValue)>\(code)</\(element.rawValue)>")
    }

    /// The elements whose content is code, in which nothing can be escaped.
    package enum CodeElement: String, Sendable {
        case script
        case style
    }
}

extension HTML: ExpressibleByStringInterpolation {
    package init(stringLiteral markup: String) {
        source = markup
    }

    package init(stringInterpolation interpolation: StringInterpolation) {
        source = interpolation.source
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            source.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ markup: String) {
            source += markup
        }

        package mutating func appendInterpolation(_ text: some LosslessStringConvertible) {
            Markup.escape(text.description, into: &source)
        }

        package mutating func appendInterpolation(_ html: HTML) {
            source += html.source
        }

        package mutating func appendInterpolation(_ pieces: some Sequence<HTML>) {
            for piece in pieces { source += piece.source }
        }

        /// Nothing stands for nil.
        package mutating func appendInterpolation(_ html: HTML?) {
            source += html?.source ?? ""
        }
    }
}
