internal import AccessEnablerAPI

/// The values of `setOptions:`, and how each of them travels.
///
/// The documents say that every request carries them, not how (AE-OPT-002, AE-OPT-003): `device_info` is the
/// header `X-Device-Info`, `visitorID` the parameter `ap_vi`, and everything else a parameter of its own name.
/// `handleSVC` concerns the instance alone.
struct ClientOptions: Sendable, Hashable {
    private var values: Value.Members = [:]

    /// Values given replace those given before, others stay; null takes one back (AE-OPT-004).
    mutating func merge(_ options: Value.Members) {
        for (name, value) in options { values[name] = value.isNull ? nil : value }
    }

    /// Whether the application shows Safari view controllers itself (AE-OPT-006, AE-OPT-007).
    var handlesSVC: Bool {
        switch values["handleSVC"] {
        case .bool(let flag): flag
        case .int(let number): number != 0
        case .string(let text): ["true", "yes", "1"].contains(text.lowercased())
        default: false
        }
    }

    /// The query parameters of every request.
    var parameters: [FormField] {
        guard !values.isEmpty else { return [] }
        return values.keys.sorted().compactMap { name in
            guard name != "handleSVC", name != "device_info", let text = values[name]?.plainText else { return nil }
            return FormField(name == "visitorID" ? "ap_vi" : name, text)
        }
    }

    /// The parameters of a URL that a browser opens, which can carry no header.
    func browserParameters(of client: ClientIdentity) -> [FormField] {
        parameters + [FormField("device_info", deviceInfo(of: client))]
    }

    /// The application's object replaces the client's own as a whole (AE-OPT-010).
    func deviceInfo(of client: ClientIdentity) -> String {
        values["device_info"]?.plainText ?? client.deviceInfo
    }
}
