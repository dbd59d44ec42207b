/// How long a service provider takes to answer, counted from the last byte of the request.
package enum Latency: Sendable, Hashable {
    case fixed(Duration)
    /// Anything from the first to the second, each as likely.
    case uniform(Duration, Duration)
    /// One for each request in turn; the last for all that follow.
    case each([Duration])
    /// Many short ones and few long ones, with this mean; never more than twenty times the mean.
    case exponential(Duration)
    /// Half are below the first, one in a hundred is above the second: the shape of most services.
    case lognormal(median: Duration, p99: Duration)
}
