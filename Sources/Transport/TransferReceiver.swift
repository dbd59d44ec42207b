/// Takes the outcomes of many requests, each under a number of its own choosing.
///
/// It does what a closure does for one request. A closure is a piece of memory for each, which among thousands of requests
/// in flight takes longer to find and to give back than the rest of handing on a reply.
package protocol TransferReceiver: AnyObject, Sendable {
    /// Called once for each request, where and as ``HTTPClient/Completion`` is.
    func take(_ outcome: Result<HTTPResponse, TransportError>, of number: Int)
}
