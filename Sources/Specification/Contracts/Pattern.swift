package import AccessEnablerAPI
package import ServiceProtocol

/// Which events of a trace are meant.
package struct Pattern: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        case call(Selector)
        case callback(Selector)
        /// Any callback of the UI group: picker, navigation, Apple SSO dialogs.
        case anyUICallback
        /// Any but `status:`, which may come at any time.
        case anyCallback
        /// A request by purpose, as the wire protocol divides them; `port` leaves out the browser's.
        case request(RequestKind)
        /// The port's own Safari view controller shows a page.
        case safari
        /// The browser was sent to the application's custom URL.
        case customURL
        /// The port asks the device's account.
        case platform(PlatformAct)
        /// The flow hands the user over to the MVPD: a page to open (iOS), or a registration code (tvOS).
        case loginOffered
    }

    package var subject: Subject
    /// For requests: the service providers they must have gone to; empty for any.
    package var providers: [String]
    /// Conditions on arguments and fields; all must hold.
    package var conditions: [Condition]

    package init(_ subject: Subject, providers: [String] = [], conditions: [Condition] = []) {
        self.subject = subject
        self.providers = providers
        self.conditions = conditions
    }

    package struct Condition: Sendable, Hashable {
        /// The argument or field, then members and positions inside it: `data.0`, `mvpd.ID`.
        package var path: [String]
        package var matcher: Matcher
    }
}

/// What a value must be.
package indirect enum Matcher: Sendable, Hashable {
    case equals(Template)
    /// A documented symbol: a status or an error code, whatever the port spells it.
    case symbol(String)
    case oneOf([Matcher])
    case not(Matcher)
    case contains(Template)
    case prefix(Template)
    /// Present, and neither null nor empty.
    case nonEmpty
    /// Not there, or null.
    case absent
    /// An array of MVPD objects with exactly these IDs, in any order, each once.
    case ids([Template])
    /// An array of this many items.
    case count(Int)
    /// An array whose items all meet these conditions.
    case each([Pattern.Condition])
    /// An array with an item that meets all these conditions.
    case some([Pattern.Condition])
    /// A URL: at the named provider, with this path ending and these query values.
    case url(provider: String?, path: String?, query: [String: Matcher])
    /// One of the spellings a boolean can have in a tracking array.
    case flag(Bool)
    /// Equal to the value at this path of the first event that an earlier step awaited under this label.
    case same(as: String, path: [String])
    /// An instant, in any of the forms that instants are printed in.
    case instant
    /// An instant this much later than the one at this path of the event that an earlier step awaited under this label,
    /// give or take half an hour.
    case later(than: String, path: [String], by: Duration)
}
