internal import Documents
internal import Timing

/// How an instance remembers logins and authorizations that the service keeps.
extension Login {
    /// nil where it is no record of one.
    init?(record: JSON) {
        guard let requestor = record["requestor"]?.string, let mvpd = record["mvpd"]?.string,
            let expires = record["expires"]?.int?.date
        else { return nil }
        self.init(
            requestor: requestor, mvpd: mvpd, expires: expires,
            guid: record["user"]?.string ?? "", fingerprint: record["device"]?.string ?? "")
    }

    /// Without the headers, which are the generation's own affair.
    var record: JSONObject {
        [
            "requestor": .string(requestor), "mvpd": .string(mvpd), "expires": .int(expires.milliseconds),
            "user": .string(guid), "device": .string(fingerprint),
        ]
    }
}

extension Authorization {
    /// nil where it is no record of one.
    init?(record: JSON) {
        guard let requestor = record["requestor"]?.string, let mvpd = record["mvpd"]?.string,
            let resource = record["resource"]?.string, let expires = record["expires"]?.int?.date
        else { return nil }
        self.init(requestor: requestor, mvpd: mvpd, resource: resource, expires: expires)
    }

    var record: JSONObject {
        [
            "requestor": .string(requestor), "mvpd": .string(mvpd), "resource": .string(resource),
            "expires": .int(expires.milliseconds),
        ]
    }
}

extension ServiceWire {
    /// From its record.
    func readAuthorization(_ text: String) -> Authorization? {
        (try? JSON.parse(text)).flatMap(Authorization.init(record:))
    }
}
