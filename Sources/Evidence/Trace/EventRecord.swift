/// The names that events have in a trace file.
enum EventRecord: String, CaseIterable {
    case runStarted = "run-started"
    case runEnded = "run-ended"
    case sessionOpened = "session-opened"
    case sessionClosed = "session-closed"
    case stepBegan = "step-began"
    case stepEnded = "step-ended"
    case stepFailed = "step-failed"
    case call
    case callReturned = "call-returned"
    case callThrew = "call-threw"
    case callback
    case request
    case replyHeld = "reply-held"
    case replyReleased = "reply-released"
    case replyLeft = "reply-left"
    case replyBroken = "reply-broken"
    case replySeen = "reply-seen"
    case tokenSeen = "token-seen"
    case configurationProcessed = "configuration-taken"
    case safariPresented = "safari-presented"
    case platform
    case probeSent = "probe-sent"
    case probeAnswered = "probe-answered"
    case quiet
    case browser
    case portOutput = "port-output"
    case portEnded = "port-ended"
    case refused = "request-refused"
    case fault
    case adapterTried = "adapter-tried"
    case note
}
