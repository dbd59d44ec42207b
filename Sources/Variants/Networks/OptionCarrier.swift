internal import AccessEnablerAPI
internal import Documents
internal import PortWrapping
internal import AccessEnabler
internal import Synchronization

/// Takes the values of `setOptions:` out of a request, and puts them where a variant has them.
///
/// The reference has the device's information in the header `X-Device-Info`, and the others in the query.
final class OptionCarrier: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Learns the names of the options, which the reference writes into queries.
    func learn(from call: Message) {
        guard call.selector == .setOptions, let options = call["options"]?.objectValue else { return }
        names.withLock { $0.formUnion(options.keys.map { $0 == "visitorID" ? "ap_vi" : $0 }) }
    }

    /// The request without its options, and these.
    func parted(_ request: NetworkRequest) -> (NetworkRequest, [(name: String, value: String)]) {
        let parts = request.url.split(separator: "?", maxSplits: 1).map(String.init)
        var bare = request
        var options: [(name: String, value: String)] = []
        if parts.count == 2 {
            var query = FormText(parts[1])
            let names = names.withLock { $0 }
            options = query.fields.filter { names.contains($0.name) }
            query.fields.removeAll { names.contains($0.name) }
            bare.url = query.fields.isEmpty ? parts[0] : "\(parts[0])?\(query.text)"
        }
        return (bare, options)
    }
}

extension Mutation {
    /// Has the options of `setOptions:` written elsewhere.
    mutating func carryOptions(
        _ put: @escaping @Sendable (_ options: [(name: String, value: String)], _ request: inout NetworkRequest) -> Void
    ) {
        let carrier = OptionCarrier()
        call = { call in
            carrier.learn(from: call)
            return [call]
        }
        request = { request in
            var (bare, options) = carrier.parted(request)
            if !options.isEmpty { put(options, &bare) }
            return bare
        }
    }
}

extension NetworkRequest {
    /// Adds fields to the form where the body is one, to the object where it is JSON, and otherwise to the query.
    mutating func addToBody(_ fields: [(name: String, value: String)]) {
        guard let body, !body.isEmpty else { return addToQuery(fields) }
        if body.first == UInt8(ascii: "{"), var object = (try? JSON.parse(body))?.object {
            for (name, value) in fields { object[name] = .string(value) }
            self.body = JSON.object(object).compact
        } else {
            var form = FormText(body)
            form.fields += fields
            self.body = Array(form.text.utf8)
        }
    }

    mutating func addToQuery(_ fields: [(name: String, value: String)]) {
        guard !fields.isEmpty else { return }
        var form = FormText()
        form.fields = fields
        url += (url.contains("?") ? "&" : "?") + form.text
    }

    /// Takes a header out.
    mutating func removeHeader(_ name: String) -> String? {
        defer { headers.removeAll { $0.name.lowercased() == name.lowercased() } }
        return header(name)
    }
}
