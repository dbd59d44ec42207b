/// What the configuration says of an MVPD beside its name.
package enum MVPDKind: String, Sendable, Hashable, CaseIterable {
    case plain
    /// Apple's dialog offers it, and the platform itself authenticates its users.
    case supported
    /// Apple's dialog offers it, and Adobe does the login.
    case picker
    /// Its pages need a Safari view controller.
    case safari
    /// Nobody has to log in.
    case tempPass

    /// Whether Apple's dialog offers it: both properties are set, so that A-15 makes no difference.
    package var isInApplesDialog: Bool { self == .supported || self == .picker }
}

/// Key-value pairs that an application gives to a call.
package struct Pairs: Sendable, Hashable {
    /// 0 for none; each other number stands for values of its own.
    package var number: Int

    package init(_ number: Int) {
        self.number = number
    }

    package static let none = Pairs(0)

    package var isEmpty: Bool { number == 0 }

    /// One, three with an empty value among them, one with letters that Latin-1 has, or one with signs that have to be
    /// escaped.
    package var all: [(key: String, value: String)] {
        guard !isEmpty else { return [] }
        return switch number % 4 {
        case 1: [("campaign-key", "campaign-\(number)")]
        case 2: [("zone-key-1", "zone-\(number)-1"), ("zone-key-2", ""), ("zone-key-3", "zone-\(number)-3")]
        case 3: [("town-key", "Z\u{FC}rich-\(number)")]
        default: [("odd-key", "odd-\(number)&a=50%25+#\"x\" \u{C4} \u{65B0} \u{1F3C8}")]
        }
    }

    /// Every key, and every value that is not empty.
    package var texts: [String] { all.flatMap { [$0.key, $0.value] }.filter { !$0.isEmpty } }

    /// The values of these, but for its own.
    func values(of others: Set<Pairs>) -> [String] {
        others.subtracting([self]).sorted { $0.number < $1.number }.flatMap { $0.all.map(\.value) }
            .filter { !$0.isEmpty }
    }
}

/// What an application sets with `setOptions:`.
package struct Options: Sendable, Hashable {
    /// Tells the values of this call from those of others.
    package var number: Int
    package var hasProfile = false
    package var hasDevice = false
    package var isOdd = false
    /// Whether the visitor's is set to an empty text, which ends what was set before.
    package var isBlank = false
    /// `handleSVC`; nil where it is left out.
    package var handlesSafari: Bool?

    package init(number: Int) {
        self.number = number
    }

    /// Every other time in letters that Latin-1 has.
    private var odd: String {
        isOdd ? " b+c&d=e%20f?g#h;i/j \u{C4}" + (number % 2 == 0 ? "" : " \u{65B0} \u{1F3C8}") : ""
    }

    /// What every call of the kind sets; a mark ends it, so that none is the beginning of another.
    package var visitor: String { isBlank ? "" : "visitor-\(number)\(odd)." }

    /// Key and value of what must come with every request.
    package var sent: [(key: String, value: String)] { all.filter { !$0.value.isEmpty } }

    /// Key and value of what goes to the service (AE-OPT-005).
    package var all: [(key: String, value: String)] {
        var all: [(key: String, value: String)] = []
        if hasProfile { all.append(("applicationProfile", "profile-\(number)\(odd)")) }
        all.append(("visitorID", visitor))
        // The text {"model":"TV5,4","osName":"tvOS"}, as the documents have it: in Base64 (AE-OPT-009).
        if hasDevice { all.append(("device_info", "eyJtb2RlbCI6IlRWNSw0Iiwib3NOYW1lIjoidHZPUyJ9")) }
        return all
    }
}

/// The list that a login may give for Apple's dialog.
package struct Filter: Sendable, Hashable {
    /// `TV_PROVIDERS`, in this order.
    package var mvpds: [String]
    /// `FEATURED_TV_PROVIDERS`: some of these.
    package var featured: [String]

    package init(mvpds: [String], featured: [String]) {
        self.mvpds = mvpds
        self.featured = featured
    }
}
