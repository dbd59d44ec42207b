internal import AccessEnabler
internal import PortWrapping

extension NetworkRequest {
    /// The name's value; nil where it is not there.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var isRegistration: Bool { url.contains("/o/client/") }
    /// The request that fetches what a login left.
    var isSession: Bool { path.hasSuffix("/session") || path.hasSuffix("/sessionDevice") }
    /// Scheme, host and whatever is before the paths of the service.
    var base: String {
        let marks = ["/adobe-services/", "/o/client/", "/reggie/", "/api/"]
        let ends = marks.compactMap { url.firstRange(of: $0)?.lowerBound }
        return String(url[..<(ends.min() ?? url.endIndex)])
    }
}
