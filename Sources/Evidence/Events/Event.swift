package import AccessEnablerAPI
package import Timing

/// What an observation saw.
package enum Event: Sendable, Hashable {
    /// Who asked is gone before the reply to that request came.
    package static func givenUp(exchange: UInt64) -> Event {
        .note("the client closed its connection before request \(exchange) was answered")
    }

    indirect case runStarted(RunHeader)
    case runEnded
    indirect case sessionOpened(SessionHeader)
    /// The session is over; nothing that comes later belongs to the application any more.
    case sessionClosed
    /// A step of the case begins. The steps of a case are numbered from 0 as its contract lists them.
    case stepBegan(Int)
    /// What an awaiting step took has the sequence number `took`: no later step takes it.
    case stepEnded(Int, took: Int? = nil)
    /// A step could not be done; the case ends here.
    case stepFailed(Int, StepFailure)

    /// The application makes a call. `number` counts the calls of the session from 0.
    case call(number: Int, Message)
    case callReturned(number: Int)
    /// The call threw or was refused by the port.
    case callThrew(number: Int, message: String)
    case callback(CallbackEvent)

    /// A request arrived, whole.
    case request(RequestEvent)
    /// A reply is ready, and is being held.
    case replyHeld(exchange: UInt64)
    /// A held reply was let go; `order` counts the releases of the session from 0.
    case replyReleased(exchange: UInt64, order: Int)
    /// The last byte of the reply is about to be written: before this time it had not left.
    case replyLeft(ReplyEvent)
    /// The reply could not be written, or was broken on purpose.
    case replyBroken(exchange: UInt64, reason: String)
    /// What a reply says; it comes before the reply leaves, and only where providers are recorded.
    indirect case replySeen(ReplyContent)
    /// A token passed by; it comes right after the event that it was seen in, or before the reply leaves.
    indirect case tokenSeen(TokenSighting)
    /// The port says that it has processed the reply to this configuration URL.
    case configurationProcessed(url: String)
    /// The port's own Safari view controller shows this URL.
    case safariPresented(url: String)
    /// The device's TV provider account was asked, answered, or was used.
    case platform(PlatformEvent)

    /// A barrier or ping went to the port.
    case probeSent(Probe, number: Int)
    case probeAnswered(Probe, number: Int)
    /// The session was quiet: no request unanswered, a barrier came back, and this much time passed.
    case quiet(Duration)

    /// The browser the runner plays loads a page or is sent somewhere.
    case browser(BrowserEvent)

    /// The port's process wrote a line that is not of the protocol, or to its standard error.
    case portOutput(stream: String, line: String)
    /// The port's process ended while the session was open.
    case portEnded(reason: String)
    case refused(RefusedRequest)
    /// What surrounds the port did not do its part: nothing that the session shows says anything about the port.
    case fault(RunFault)
    /// The adapter was tried before its port was judged.
    case adapterTried(AdapterTrial)
    case note(String)
}

extension Event {
    /// What is said of a session in which something may have expired before its flow was through.
    package static let expiredEarly = Event.note("a token or code may have expired before the flow ended")
    /// What is said of a session during which the time of day jumped.
    package static let clockWasSet = Event.note("this machine's clock was set while the case ran")
}

extension Event {
    /// The page this sends a browser to.
    package var navigation: String? {
        switch self {
        case .callback(let callback)
        where [.navigateToUrl, .navigateToUrlUseSVC].contains(callback.message.selector):
            callback.message["url"]?.stringValue
        case .safariPresented(let url):
            url
        default:
            nil
        }
    }
}

/// A way to learn that a port has come to a certain point.
package enum Probe: String, Sendable, Hashable {
    /// Came back on the executor that handles the port's replies.
    case barrier
    /// Came back through the port's process.
    case ping
}

/// Why a step could not be done.
package struct StepFailure: Error, Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        /// What the step waited for did not come in time.
        case timedOut
        /// What the step waited for did not come, and something else came in its place.
        case ruledOut
        /// The port's process is gone.
        case portGone
        /// The port does not answer pings.
        case portSilent
        /// The call was refused or threw.
        case callFailed
        /// What would prove that the port came to a point did not come: nothing can be concluded.
        case noEvidence
        /// The page shown was not what a user could go on with.
        case page
        /// The port lacks something that the step needs.
        case unsupported
        case stopped
    }

    package var kind: Kind
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

package struct CallbackEvent: Sendable, Hashable {
    /// Counts the callbacks of the session from 0, as the port numbered them.
    package var number: Int
    package var message: Message
    /// What the port's thread is called; empty where it is not known.
    package var thread: String
    /// The number of the call during which, on the same thread, the callback came.
    package var duringCall: Int?

    package init(number: Int, message: Message, thread: String = "", duringCall: Int? = nil) {
        self.number = number
        self.message = message
        self.thread = thread
        self.duringCall = duringCall
    }
}

extension Event {
    /// The note of a service that took back what it knew in an earlier run.
    package static let earlierState = "the state of an earlier run was taken back"
}

package struct ReplyEvent: Sendable, Hashable {
    package var exchange: UInt64
    package var status: Int
    /// What it says is wrong, where it refuses, or ``asksForAPage``; empty where it says nothing.
    package var reason: String
    /// The fault that the service was told to make of it; empty where there was none, or where a case tells of it.
    package var fault: String
    /// Just before the first byte was written.
    package var firstByte: MonotonicTime
    /// Just before the last byte was written.
    package var lastByte: MonotonicTime

    /// The reason of a logout that is over only when the user has been to a page of the MVPD.
    package static let asksForAPage = "the MVPD's page is left to open"

    package init(
        exchange: UInt64, status: Int, reason: String = "", fault: String = "", firstByte: MonotonicTime,
        lastByte: MonotonicTime
    ) {
        self.exchange = exchange
        self.status = status
        self.reason = reason
        self.fault = fault
        self.firstByte = firstByte
        self.lastByte = lastByte
    }
}

package struct BrowserEvent: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case loads, submits, shows, customURL, failed
    }

    package var kind: Kind
    package var url: String
    /// The title of the page shown, or why it failed.
    package var detail: String

    package init(_ kind: Kind, url: String, detail: String = "") {
        self.kind = kind
        self.url = url
        self.detail = detail
    }
}
