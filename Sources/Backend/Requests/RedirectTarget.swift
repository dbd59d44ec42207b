internal import HTTPServer

/// Where a browser may be sent at the end of a login or logout: to the application, and to no stranger.
struct RedirectTarget {
    /// Which the SDKs of phones catch, whatever is behind them (service-protocol.md 3.1).
    private static let ofApplications: Set<String> = ["adobepass.ios.app", "adobepass.android.app"]
    /// Schemes that browsers or the system act on themselves, whoever registers them.
    private static let ofBrowsers: Set<String> = [
        "about", "blob", "chrome", "chrome-extension", "data", "file", "filesystem", "ftp", "intent", "javascript",
        "jar", "mailto", "moz-extension", "ms-msdt", "search-ms", "smb", "sms", "tel", "vbscript", "view-source",
        "ws", "wss", "microsoft-edge", "googlechrome", "googlechromes", "firefox", "feed", "itms-services", "jnlp",
        "ssh",
        "vscode",
    ]
    private static let familiesOfBrowsers = ["ms-", "x-safari-"]

    /// Of the requestor; those below them belong to it, too.
    let domains: [String]
    /// Of the requestor's applications, in lower case; schemes made from a domain (`com.example.app`) need not be named.
    let schemes: Set<String>
    /// What the browser reached us at, as in the field `Host`.
    let ownHost: String

    func allows(_ address: String) -> Bool {
        guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let colon = address.firstIndex(of: ":") else {
            return false
        }
        let scheme = address[..<colon].lowercased()
        guard scheme.utf8.first.map({ (0x61...0x7A).contains($0) }) ?? false,
            scheme.utf8.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
            })
        else { return false }
        guard ["http", "https"].contains(scheme) else {
            let isOfBrowsers =
                Self.ofBrowsers.contains(scheme) || Self.familiesOfBrowsers.contains(where: scheme.hasPrefix)
            return !isOfBrowsers && (scheme.contains(".") || schemes.contains(scheme))
        }
        // Browsers forgive more than this, and read something else then.
        let rest = address[colon...].dropFirst()
        guard rest.hasPrefix("//"), let host = Self.host(of: rest.dropFirst(2)) else { return false }
        if Self.ofApplications.contains(host) || Self.isLoopback(host) { return true }
        if Self.isNumber(host), host == Self.host(of: Substring(ownHost)) { return true }
        return domains.contains { domain in
            let domain = domain.lowercased()
            return !domain.isEmpty && (host == domain || host.hasSuffix("." + domain))
        }
    }

    /// In lower case; nil where anything but a host and a port is in front of the path.
    private static func host(of address: Substring) -> String? {
        let authority = address.prefix { !"/?#".contains($0) }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1, !parts[1].allSatisfy({ $0.isASCII && $0.isNumber }) { return nil }
        let host = parts[0].lowercased()
        let isName = host.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
        }
        return isName && !host.isEmpty ? host : nil
    }

    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || isNumber(host) && host.hasPrefix("127.")
    }

    /// An IPv4 address in the form that all read alike.
    private static func isNumber(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }
}

extension SessionState {
    /// The address of a parameter, if a browser may be sent there; the sessions of a run are among themselves.
    func redirectURL(of incoming: Incoming) -> String? {
        guard let address = incoming["redirect_url"], mayRedirect(to: address, of: incoming.requestor, incoming) else {
            return nil
        }
        return address
    }

    func mayRedirect(to address: String, of requestor: String?, _ incoming: Incoming) -> Bool {
        guard isOpen else { return URLText.isDestination(address) }
        let script = requestor.flatMap(script(of:))
        // The SDK's own is every application's.
        var schemes = ["adobepass"] + (script?.schemes ?? RequestorScript.usualSchemes)
        for client in clients.values where requestor.map({ client.requestors?.contains($0) ?? true }) ?? true {
            if let scheme = client.redirectURI?.prefix(while: { $0 != ":" }) { schemes.append(String(scheme)) }
        }
        return RedirectTarget(
            domains: script?.domains ?? ["adobe.com"], schemes: Set(schemes.map { $0.lowercased() }),
            ownHost: incoming.request.headers["host"] ?? ""
        ).allows(address)
    }
}
