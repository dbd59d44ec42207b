import Backend
package import Transport
package import XML

/// A browser without a screen: it keeps cookies, follows redirects and sends forms.
///
/// Whatever is not HTTP ends it: that is the custom URL an application waits for (AE-NAV-010), and it is
/// never loaded. Confined to the task that runs the case.
package final class Browser {
    /// Where the browser stands.
    package enum Place: Equatable {
        case page(url: String, title: String, content: HTMLPage)
        case customURL(String)
        case failed(url: String, reason: String)
        /// A service provider has not answered in time, for which a busy machine is reason enough.
        case unanswered(url: String, reason: String)
    }

    private let client: HTTPClient
    /// For how long a page is waited for.
    private let patience: Duration
    private let observe: (_ event: Visit) -> Void
    /// By host and port, then by name.
    private var cookies: [String: [String: String]] = [:]
    /// The gates that are told who asks: what a page of somebody else's is called, nobody knows there.
    private let gates: Set<String>
    /// The hosts of the service providers: of others, nobody says that they must answer.
    private let hosts: Set<String>

    package enum Visit {
        case loads(String)
        case submits(String)
        case arrived(Place)
    }

    package init(
        _ client: HTTPClient, providers: [String], gates: [String] = [], patience: Duration = .seconds(30),
        observe: @escaping (Visit) -> Void
    ) {
        hosts = Set(providers.map(URLReference.host))
        self.client = client
        self.patience = patience
        self.gates = Set(gates)
        self.observe = observe
    }

    /// Loads a page, and sends on the forms that send themselves, until there is something for a user to do.
    package func open(_ url: String) async -> Place {
        observe(.loads(url))
        return await go(HTTPRequest(url: url))
    }

    /// Sends a form with some of its fields filled in.
    ///
    /// - Parameter button: the place among the fields of the button that is pressed; nil: the one that the return key presses.
    package func submit(
        _ form: HTMLForm, on url: String, with values: [String: String] = [:], pressing button: Int? = nil
    ) async -> Place {
        let target = URLReference.resolve(form.action, against: url)
        observe(.submits(target))
        let pressed = button ?? form.fields.firstIndex(where: \.sends)
        return await go(form.request(to: target, with: values, pressing: pressed))
    }

    private func go(_ first: HTTPRequest) async -> Place {
        var request = first
        for _ in 0..<20 {
            // A scheme has no case (RFC 3986, 3.1).
            guard ["http", "https"].contains(request.url.prefix { $0 != ":" }.lowercased()) else {
                return arrive(.customURL(request.url))
            }
            let response: HTTPResponse
            do throws(TransportError) {
                response = try await client.send(withCookies(request))
            } catch {
                return arrive(
                    error.code == .timedOut && hosts.contains(URLReference.host(of: request.url))
                        ? .unanswered(url: request.url, reason: error.message)
                        : .failed(url: request.url, reason: error.message))
            }
            keepCookies(of: response, from: request.url)
            if (300..<400).contains(response.status), let location = response.header("location") {
                request = HTTPRequest(url: URLReference.resolve(location, against: request.url))
                continue
            }
            guard (200..<500).contains(response.status) else {
                return arrive(.failed(url: request.url, reason: "status \(response.status)"))
            }
            let page = HTMLForms.page(in: response.body)
            if let form = page.forms.first, Self.sendsItself(response.body), !form.fields.isEmpty {
                request = form.request(to: URLReference.resolve(form.action, against: request.url))
                continue
            }
            return arrive(.page(url: request.url, title: Self.title(of: response.body), content: page))
        }
        return arrive(.failed(url: request.url, reason: "more than 20 redirects"))
    }

    private func arrive(_ place: Place) -> Place {
        observe(.arrived(place))
        return place
    }

    // MARK: - Cookies

    private func withCookies(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.timeout = patience
        if gates.contains(URLReference.origin(of: request.url)) {
            request.headers = RequestHeaders(request.headers.fields + [.init(Backend.browserField, "1")])
        }
        guard let jar = cookies[URLReference.origin(of: request.url)], !jar.isEmpty else { return request }
        let text = jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        request.headers = RequestHeaders(request.headers.fields + [.init("Cookie", text)])
        return request
    }

    private func keepCookies(of response: HTTPResponse, from url: String) {
        for header in response.headers where header.name.lowercased() == "set-cookie" {
            let pair = header.value.prefix { $0 != ";" }
            guard let equals = pair.firstIndex(of: "=") else { continue }
            let name = String(pair[..<equals])
            cookies[URLReference.origin(of: url), default: [:]][name] = String(pair[pair.index(after: equals)...])
        }
    }

    // MARK: - Pages

    /// Whether the page has the browser send its form as soon as it is loaded.
    private static func sendsItself(_ page: [UInt8]) -> Bool {
        String(decoding: page.prefix(2_000), as: UTF8.self).contains("forms[0].submit()")
    }

    private static func title(of page: [UInt8]) -> String {
        let text = String(decoding: page.prefix(4_000), as: UTF8.self)
        guard let start = text.firstRange(of: "<title>"), let end = text.firstRange(of: "</title>"),
            start.upperBound <= end.lowerBound
        else { return "" }
        return String(text[start.upperBound..<end.lowerBound])
    }
}
