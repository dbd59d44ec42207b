import ServiceProtocol

/// What requests of all generations of the protocol say, each under names of its own (service-protocol.md 0.5.3, 1 to 4).
package enum RequestField: String, Sendable, Hashable, CaseIterable {
    case requestor, mvpd, resource, device
    case registrationCode = "registration-code"
    case deviceInformation = "device-info"
    /// What proves the application.
    case application
    /// What proves the login.
    case login

    /// In lower case; the first that was sent counts.
    package var names: [String] {
        switch self {
        case .requestor: ["requestor_id", "requestor", "requestorid"]
        case .mvpd: ["mso_id", "mvpd", "mvpd_id"]
        case .resource: ["resource_id", "resource", "resources"]
        case .device: ["ap_21", "device_id", "deviceid", "ap-device-identifier"]
        case .registrationCode: ["reg_code", "regcode"]
        case .deviceInformation: ["x-device-info", "device_info"]
        case .application: ["authorization", "access_token", "signed_requestor_id"]
        case .login: ["authentication_token", "authn_token"]
        }
    }
}

extension RequestEvent {
    /// What the request says, wherever it says it: in a header, the query, the body at any depth, or the path.
    ///
    /// What an application's own data are called says nothing of the request (AE-AUTHN-016).
    package subscript(field: RequestField) -> String? {
        for name in field.names {
            if let value = fields[name] { return value }
        }
        for name in field.names {
            let nested = fields.keys.filter { $0.hasSuffix("." + name) && !$0.hasPrefix("generic_data.") }
            if let first = nested.min() { return fields[first] }
        }
        return valueInPath(of: field)
    }

    private func valueInPath(of field: RequestField) -> String? {
        var segments = path.split(separator: "/").map(String.init)
        // The format of the answer may stand behind the last one (service-protocol.md 4).
        if ["api", "reggie"].contains(segments.first), segments.dropFirst().first == "v1", let last = segments.last {
            for format in [".json", ".xml"] where last.hasSuffix(format) {
                segments[segments.count - 1] = String(last.dropLast(format.count))
            }
        }
        func following(_ names: String...) -> String? {
            let place = segments.lastIndex { names.contains($0) }
            return place.flatMap { $0 + 1 < segments.count ? segments[$0 + 1] : nil }
        }
        switch field {
        case .requestor:
            if let requestor = following("config") { return requestor }
            guard segments.count > 3, ["regcode", "profile-requests"].contains(segments[3]) else { return nil }
            return segments[2]
        case .mvpd: return following("profile-requests")
        // One that is asked for has none yet; it may be looked at, and taken back.
        case .registrationCode where [.poll, .session, .registrationCode].contains(purpose):
            return following("checkauthn", "authenticate", "regcode")
        default: return nil
        }
    }
}
