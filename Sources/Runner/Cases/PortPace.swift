import Evidence
import ServiceProtocol
import Synchronization
import Timing

/// How long a port takes to do something once it could: what quiet must outlast.
///
/// Safe from any thread.
final class PortPace: Sendable {
    /// The least and the most that quiet lasts at first.
    static let minQuiet = Duration.milliseconds(20)
    static let maxQuiet = Duration.seconds(2)
    /// Longer than a port is thought to wait for service providers that do not answer.
    ///
    /// No verdict hangs on it: of a port that waits longer it is seen less.
    static let grace = Duration.milliseconds(2_500)

    private let average = Mutex(Duration.zero)

    /// What sessions show as their longest pause; later ones weigh more.
    var usual: Duration { average.withLock(\.self) }

    func take(_ pause: Duration) {
        average.withLock { $0 = ($0 * 7 + pause) / 8 }
    }

    /// The longest that the port took, after anything at all, before it did something.
    ///
    /// What it asks again, as in a look for something, is not counted, nor what took so long that it must have waited for
    /// its own time.
    static func maxPause(in observations: [Observation]) -> Duration {
        var last: MonotonicTime?
        var maximum = Duration.zero
        var asked: Set<String> = []
        for observation in observations {
            let isDone: Bool
            switch observation.event {
            case .request(let request):
                isDone = asked.insert("\(request.provider) \(request.purpose.rawValue)").inserted
            case .callback, .safariPresented, .platform: isDone = true
            case .call, .callReturned, .replyLeft, .replyBroken, .browser, .configurationProcessed, .sessionOpened:
                isDone = false
            default: continue
            }
            if isDone, let last {
                let pause = observation.time - last
                if pause <= maxQuiet { maximum = max(maximum, pause) }
            }
            last = observation.time
        }
        return maximum
    }
}
