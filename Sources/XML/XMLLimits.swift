/// What a document may cost before it is refused.
///
/// The library's own flags let through what takes seconds or gigabytes: an element with 32,000 attributes takes
/// 1.5 s because every name is compared with every other, and entities multiply. Size and attributes are
/// therefore judged before the library sees a byte.
package struct XMLLimits: Sendable, Hashable {
    package var bytes: Int
    /// How far elements may be nested; the library's own limit is 256.
    package var depth: Int
    /// Attributes of one element, name space declarations included.
    package var attributes: Int
    /// Elements of the whole document.
    package var elements: Int

    package init(bytes: Int, depth: Int, attributes: Int, elements: Int) {
        self.bytes = bytes
        self.depth = depth
        self.attributes = attributes
        self.elements = elements
    }

    /// For a token and the small answers around it.
    package static let token = XMLLimits(bytes: 64 * 1024, depth: 16, attributes: 16, elements: 256)
    /// For any answer of a service; room for a configuration of 5,000 MVPDs with 40 elements each.
    ///
    /// Twice as many bytes let hostile documents take more than 50 ms, which `make bench-tokens` would show.
    package static let standard = XMLLimits(
        bytes: 4 * 1024 * 1024, depth: 32, attributes: 32, elements: 200_000)
}
