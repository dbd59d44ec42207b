internal import HTTPServer

/// The names at which people are led through a login: those that nobody else can make lead here.
///
/// A page whose name is made to lead to this machine (DNS rebinding) would be of the same origin as the login, and could
/// read what is typed there.
struct ServedHosts {
    /// Of the service providers themselves, which people point here.
    private static let ofProviders = "adobe.com"
    /// Below which the public DNS has no names.
    private static let reserved = ["localhost", "test", "internal"]

    /// Those that were given.
    let names: [String]

    /// `field` is the value of `Host`, which is known to be a host and a port.
    func include(_ field: String) -> Bool {
        // In brackets is an address.
        if field.hasPrefix("[") { return true }
        // A name that has to be decoded is none of those that are served.
        if field.contains("%") { return false }
        var host = field.prefix { $0 != ":" }.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        let words = host.split(separator: ".", omittingEmptySubsequences: false)
        // Of one word is the name of a machine nearby, and in numbers is an address.
        guard words.count > 1, let last = words.last else { return true }
        let isAddress = words.count == 4 && words.allSatisfy { UInt8($0) != nil }
        return isAddress || Self.reserved.contains(String(last)) || host.hasSuffix("." + Self.ofProviders)
            || names.contains { $0.lowercased() == host }
    }
}

extension SessionState {
    /// The answer to who asks for a page at a name that is none of ours; the sessions of a run are among themselves.
    func refusalOfHost(_ incoming: Incoming) -> ServerReply? {
        guard isOpen, incoming.destination.route?.errorForm == .page, let host = incoming.header("host"),
            !ServedHosts(names: scenario.hosts).include(host)
        else { return nil }
        return Dialect(incoming).refusal(
            421, "Misdirected Request",
            details: "no login is served at '\(host)'; 'assay serve --host NAME' adds a name")
    }
}
