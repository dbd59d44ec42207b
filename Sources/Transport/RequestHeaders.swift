/// The header lines of a request, put together once: requests that say the same of their client share them.
package final class RequestHeaders: Sendable, Hashable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package static let none = RequestHeaders([])

    /// In the order they are sent.
    package let fields: [Field]
    /// The lines as they travel; nil where libcurl has to look at them, or nobody can send them.
    let text: [UInt8]?

    package init(_ fields: [Field]) {
        self.fields = fields
        text = RequestText.lines(fields)
    }

    package static func == (left: RequestHeaders, right: RequestHeaders) -> Bool {
        left === right || left.fields == right.fields
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(fields)
    }
}
