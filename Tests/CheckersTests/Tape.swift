import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Timing

/// A trace made by hand: everything happens a millisecond after what came before.
struct Tape {
    private(set) var observations: [Observation] = []
    private(set) var session = SessionID("s1")
    private var clock: Int64 = 0
    private var calls = 0
    private var callbacks = 0
    private var exchanges: UInt64 = 0
    private var probes = 0
    private var parts = 0

    static let mark = "xabcdefn1x"
    static let bindings = [
        "requestor": "REQ-\(mark)", "A": "A-\(mark)", "B": "B-\(mark)", "C": "C-\(mark)", "news": "news-\(mark)",
        "sp1": "http://127.0.0.1:1001", "sp2": "http://127.0.0.1:1002", "sp3": "http://127.0.0.1:1003",
    ]

    /// What a name of the cases stands for on every tape.
    static func value(_ name: String) -> String { bindings[name] ?? name }

    init(isOpen: Bool = true) {
        if isOpen { open() }
    }

    mutating func add(_ event: Event) {
        clock += 1_000_000
        observations.append(
            Observation(
                sequence: observations.count, time: MonotonicTime(nanoseconds: clock), session: session, event: event))
    }

    mutating func pass(milliseconds: Int64) {
        clock += milliseconds * 1_000_000
    }

    mutating func open() {
        if parts > 0 { session = SessionID("s1/\(parts)") }
        add(.sessionOpened(SessionHeader(caseID: "a-case", attempt: Attempt(0), part: parts, bindings: Self.bindings)))
        parts += 1
    }

    /// What a runner records around a step.
    mutating func step(_ index: Int, _ body: (inout Tape) -> Void) {
        add(.stepBegan(index))
        body(&self)
        add(.stepEnded(index))
    }

    /// A step that waited in vain did so while the port had nothing left to do, unless it is said that it was not `isIdle`.
    mutating func fail(
        _ step: Int, _ kind: StepFailure.Kind, _ message: String = "it did not come", isIdle: Bool = true
    ) {
        if kind == .timedOut, isIdle {
            pass(milliseconds: 2_000)
            probe(.barrier)
            probe(.ping)
        }
        add(.stepFailed(step, StepFailure(kind, message)))
    }

    mutating func call(_ selector: Selector, _ arguments: (String, Value)..., returns: Bool = true) {
        let number = calls
        calls += 1
        add(.call(number: number, Message(selector, arguments.map { Message.Argument($0.0, $0.1) })))
        if returns { add(.callReturned(number: number)) }
    }

    mutating func callback(_ selector: Selector, _ arguments: (String, Value)...) {
        callbacks += 1
        add(
            .callback(
                CallbackEvent(
                    number: callbacks - 1, message: Message(selector, arguments.map { Message.Argument($0.0, $0.1) }))))
    }

    @discardableResult
    mutating func request(
        _ purpose: Purpose, at provider: String, path: String = "/x", _ fields: [String: String] = [:]
    ) -> UInt64 {
        exchanges += 1
        add(
            .request(
                RequestEvent(
                    exchange: exchanges, provider: provider, purpose: purpose, method: "GET", path: path,
                    fields: fields, firstByte: MonotonicTime(nanoseconds: clock + 500_000))))
        return exchanges
    }

    /// - Parameter begun: when its first byte left; with its last one where it is left out.
    mutating func reply(
        _ exchange: UInt64, status: Int = 200, reason: String = "", begun: MonotonicTime? = nil
    ) {
        let time = MonotonicTime(nanoseconds: clock + 1_000_000)
        add(
            .replyLeft(
                ReplyEvent(
                    exchange: exchange, status: status, reason: reason, firstByte: begun ?? time, lastByte: time)))
    }

    var now: MonotonicTime { MonotonicTime(nanoseconds: clock) }

    mutating func probe(_ probe: Probe) {
        probes += 1
        add(.probeSent(probe, number: probes))
        add(.probeAnswered(probe, number: probes))
    }
}

// MARK: - What ports usually do

extension Tape {
    mutating func setRequestor(_ providers: [String], requestor: String = "requestor") {
        call(
            .setRequestorServiceProviders, ("requestorID", .string(Self.value(requestor))),
            ("urls", .array(providers.map { .string(Self.value($0)) })))
    }

    @discardableResult
    mutating func askConfiguration(_ provider: String, about requestor: String = value("requestor")) -> UInt64 {
        request(.configuration, at: provider, path: "/adobe-services/config/\(requestor)")
    }

    mutating func taken(_ provider: String) {
        add(.configurationProcessed(url: Self.value(provider) + "/adobe-services/config/x"))
    }

    mutating func complete(_ status: Int64 = 1) {
        callback(.setRequestorComplete, ("status", .int(status)))
    }

    /// A configuration phase with one provider.
    mutating func configure(_ provider: String = "sp1") {
        setRequestor([provider])
        let exchange = askConfiguration(provider)
        reply(exchange)
        taken(provider)
        complete()
    }

    mutating func authenticationStatus(_ status: Int64, _ code: String = "") {
        callback(.setAuthenticationStatus, ("status", .int(status)), ("code", .string(code)))
    }

    mutating func navigate(_ mvpd: String, to provider: String, code: String = "") {
        let place = "\(Self.value(provider))/adobe-services/authenticate/saml"
        callback(.navigateToUrl, ("url", .string("\(place)?mso_id=\(Self.value(mvpd))&reg_code=\(code)")))
    }

    mutating func choose(_ mvpd: String?) {
        call(.setSelectedProvider, ("mvpdId", mvpd.map { .string(Self.value($0)) } ?? .null))
    }

    /// The picker with these MVPDs, each described as its provider does.
    mutating func picker(_ mvpds: (name: String, provider: String)...) {
        let objects = mvpds.map { name, provider in
            let id = Self.value(name)
            return MVPD(
                id: id, displayName: "\(id) by \(provider)", logoURL: "https://logos.example/\(provider)/\(id).png"
            ).value
        }
        callback(.displayProviderDialog, ("mvpds", .array(objects)))
    }

    /// Asks for a login with an MVPD, sees where it goes, and cancels.
    mutating func probeBinding(_ mvpd: String, at provider: String) {
        call(.getAuthentication)
        choose(mvpd)
        navigate(mvpd, to: provider)
        choose(nil)
        authenticationStatus(0, "Provider Not Selected Error")
    }
}
