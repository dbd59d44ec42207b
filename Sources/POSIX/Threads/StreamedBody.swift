/// What of a body comes, or leaves, while it moves: everything after the bytes that are at hand.
package struct StreamedBody: Sendable {
    package var pipe: BytePipe.Reader
    /// Bytes of the whole body, with those at hand; nil where its end shows only when it comes, so that it leaves in chunks.
    package var length: Int?

    package init(_ pipe: BytePipe.Reader, length: Int?) {
        self.pipe = pipe
        self.length = length
    }
}
