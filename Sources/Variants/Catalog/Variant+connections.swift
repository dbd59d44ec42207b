internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Other ways to use HTTP.
extension Variant {
    static let connections: [Variant] = [
        Variant(
            "cors-preflight", "asks with OPTIONS before each request whether it may",
            because: "the documents say which requests are made for a purpose, and a preflight is none of them",
            ["AE-REQ-006", "AE-GETZ-005"]
        ) { _, mutation in
            mutation.sendFirst { request in
                NetworkRequest(
                    method: "OPTIONS", url: request.url,
                    headers: [
                        .init("Origin", "https://player.example"),
                        .init("Access-Control-Request-Method", request.method),
                        .init("Access-Control-Request-Headers", "ap_11,ap_42,ap_z,ap_21,authorization,content-type"),
                    ], timeLimit: request.timeLimit)
            }
        },
        Variant(
            "connections-ahead", "opens a connection to each provider before it is needed, and never uses it",
            because: "nothing is said of connections"
        ) { stage, mutation in
            let ahead = ConnectionsAhead()
            mutation.call = { call in
                if call.selector.configures { ahead.open(to: stage.urls) }
                return [call]
            }
        },
        Variant(
            "no-keep-alive", "has a connection of its own for each request", because: "nothing is said of connections"
        ) { _, mutation in
            mutation.request = { $0.adding("Connection", "close") }
        },
        Variant(
            "chunked-bodies", "sends bodies in chunks, without their length", because: "nothing is said of bodies' form"
        ) { _, mutation in
            mutation.request = { $0.body == nil ? $0 : $0.adding("Transfer-Encoding", "chunked") }
        },
        Variant(
            "cache-buster", "adds a number to the query of each request, never the same",
            because: "the documents do not say what a request looks like", ["AE-REQ-006"]
        ) { _, mutation in
            let count = Kept(1_700_000_000)
            mutation.changeRequests { request in
                let number = count.change { count in
                    count += 1
                    return count
                }
                request.addToQuery([("_", String(number))])
            }
        },
        Variant(
            "heads-before-configurations", "asks for the head of each configuration before it fetches it",
            because: "the documents give no number of requests", ["AE-REQ-006"]
        ) { _, mutation in
            mutation.sendFirst { request in
                guard request.isConfiguration else { return nil }
                var head = request
                head.method = "HEAD"
                return head
            }
        },
        Variant(
            "expects-continue", "asks to go on before it sends a body", because: "nothing is said of HTTP's headers"
        ) { _, mutation in
            mutation.request = { $0.body == nil ? $0 : $0.adding("Expect", "100-continue") }
        },
        Variant(
            "accepts-anything", "says that it takes any type, language and coding but compressed ones",
            because: "nothing is said of HTTP's headers"
        ) { _, mutation in
            mutation.request = { request in
                var changed = request
                if request.header("Accept") == nil { changed = changed.adding("Accept", "*/*") }
                return changed.adding("Accept-Language", "de-AT,de;q=0.8,en;q=0.5")
                    .adding("Accept-Encoding", "identity").adding("Cache-Control", "no-cache").adding("DNT", "1")
            }
        },
        .changeRequests(
            "lower-case-headers", "writes the names of headers in lower case",
            because: "HTTP does not tell the two apart"
        ) { _, request in request.headers = request.headers.map { .init($0.name.lowercased(), $0.value) } },
        .changeRequests(
            "browser-agent", "calls itself what a browser does", because: "nothing is said of the user agent"
        ) { _, request in
            let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
            request.headers = request.headers.map { header in
                ["user-agent", "ap_z"].contains(header.name.lowercased()) ? .init(header.name, agent) : header
            }
        },
        Variant(
            "keeps-cookies", "sends the cookies back that it gets", because: "nothing is said of cookies"
        ) { _, mutation in
            let jar = Kept<[String: String]>([:])
            mutation.interpose { request, base, completion in
                let cookies = jar.value
                let text = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
                return base.send(text.isEmpty ? request : request.adding("Cookie", text)) { outcome in
                    if case .success(let reply) = outcome {
                        for header in reply.headers where header.name.lowercased() == "set-cookie" {
                            let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                            if pair.count == 2 { jar.change { $0[String(pair[0])] = String(pair[1]) } }
                        }
                    }
                    completion(outcome)
                }
            }
        },
        .changeRequests(
            "plus-for-blank", "writes a blank in forms as a plus", because: "HTML forms are encoded so"
        ) { _, request in
            guard request.header("Content-Type")?.contains("form") ?? false else { return }
            request.body = Array(FormText(request.body).plusText.utf8)
        },
        .changeRequests(
            "lower-case-escapes", "escapes with lower-case digits", because: "RFC 3986 has both mean the same"
        ) { _, request in
            request.url = Self.withLowerEscapes(request.url)
            if request.header("Content-Type")?.contains("form") ?? false {
                request.changeBody(Self.withLowerEscapes)
            }
        },
        .changeRequests(
            "fields-reversed", "writes the fields of forms in another order",
            because: "the order of fields has no meaning"
        ) { _, request in
            guard request.header("Content-Type")?.contains("form") ?? false else { return }
            var form = FormText(request.body)
            // Fields of one name keep their order.
            form.fields = Dictionary(grouping: form.fields, by: \.name).sorted { $0.key > $1.key }.flatMap(\.value)
            request.body = Array(form.text.utf8)
        },
    ]

    private static func withLowerEscapes(_ text: String) -> String {
        var rest = 0
        return String(
            text.map { character in
                if character == "%" {
                    rest = 3
                }
                rest -= 1
                return rest >= 0 ? Character(character.lowercased()) : character
            })
    }
}

extension NetworkRequest {
    /// The same with another header.
    func adding(_ name: String, _ value: String) -> NetworkRequest {
        var changed = self
        changed.headers.append(.init(name, value))
        return changed
    }
}
