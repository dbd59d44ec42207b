import Testing
import XML

/// A browser that keeps cookies, follows redirects within the backend and submits forms, as a person would.
final class Visitor {
    let baseURL: String
    private let caller: Caller
    private(set) var cookies: [String: String] = [:]
    /// Everything that was asked for, in order.
    private(set) var path: [String] = []

    init(_ baseURL: String) throws {
        self.baseURL = baseURL
        caller = try Caller(baseURL)
    }

    var cookieHeader: [(String, String)] {
        cookies.isEmpty ? [] : [("Cookie", cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; "))]
    }

    /// Opens an address and follows to the first page, or to the first address that is elsewhere.
    func open(_ address: String) -> Response {
        follow(get(address))
    }

    /// Signs in with the first MVPD that is offered, for the device that shows the code.
    func activate(_ code: String, on page: Response, user: String = "basic") throws {
        let choice = try submit(page, form: "activate", filling: ["code": code])
        let form = try submit(try submit(choice))
        let carrier = try submit(form, form: "login", filling: ["username": user, "password": "password"])
        #expect(try submit(carrier).text.contains("You are signed in"))
    }

    /// Submits a form of a page: the one with that id, or the first.
    func submit(
        _ page: Response, form id: String? = nil, filling: [String: String] = [:], button: (String, String)? = nil
    ) throws -> Response {
        let form = try #require(HTMLForms.page(in: page.body).forms.first { id == nil || $0.id == id })
        var fields = form.fields.filter { !$0.name.isEmpty && $0.type != "submit" }
            .map { ($0.name, filling[$0.name] ?? $0.value) }
        fields.removeAll { field in button.map { $0.0 == field.0 } ?? false }
        if let button { fields.append(button) }
        path.append(form.action)
        if form.method == "get" {
            return open(local(form.action) + "?" + fields.map { "\($0)=\(encode($1))" }.joined(separator: "&"))
        }
        return follow(keep(caller.post(local(form.action), headers: cookieHeader, form: fields)))
    }

    private func get(_ address: String) -> Response {
        path.append(address)
        return keep(caller.get(local(address), headers: cookieHeader))
    }

    private func follow(_ first: Response) -> Response {
        var reply = first
        for _ in 0..<10 {
            guard (300..<400).contains(reply.status), reply.location.hasPrefix("/") || reply.location.hasPrefix(baseURL)
            else { return reply }
            reply = get(reply.location)
        }
        return reply
    }

    private func keep(_ reply: Response) -> Response {
        for cookie in reply.cookies {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { cookies[String(pair[0])] = String(pair[1]) }
        }
        return reply
    }

    private func local(_ address: String) -> String {
        address.hasPrefix(baseURL) ? String(address.dropFirst(baseURL.count)) : address
    }
}
