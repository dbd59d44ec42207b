package import POSIX

/// Who takes a reply that does not come in one go.
///
/// One that does, as small ones do, is a completion's alone. The completion of a streamed reply says how it ended.
package struct ReplyStreaming: Sendable {
    /// How many bytes of the body are held before the rest is streamed; called with what has come of the reply.
    package var holding: @Sendable (HTTPResponse) -> Int
    /// Called at most once, where and as a completion is: with what has come of a reply of which more is to come, or does
    /// not come although it should.
    ///
    /// Where nobody reads any more, the request ends.
    package var begin: @Sendable (HTTPResponse, BytePipe.Reader) -> Void

    package init(
        holding: @escaping @Sendable (HTTPResponse) -> Int,
        begin: @escaping @Sendable (HTTPResponse, BytePipe.Reader) -> Void
    ) {
        self.holding = holding
        self.begin = begin
    }
}
