package import AccessEnabler
internal import Documents
internal import Encodings
package import XML

extension NetworkReply {
    /// The configuration that it is, in either generation of the protocol.
    package var configuration: ConfigurationDocument {
        get throws { try isJSON ? RESTv2Configuration.read(body) : ConfigurationDocument.read(body) }
    }

    /// The same reply with another configuration.
    package func telling(_ document: ConfigurationDocument) -> NetworkReply {
        var reply = self
        reply.body = isJSON ? document.json.compact : Array(document.text.utf8)
        return reply
    }

    private var isJSON: Bool { body.first == UInt8(ascii: "{") }
}

extension ConfigurationDocument {
    fileprivate var json: JSON {
        let entries = mvpds.map { mvpd in
            var members: JSONObject = [
                "id": .string(mvpd.id), "displayName": .string(mvpd.displayName), "logoUrl": .string(mvpd.logoURL),
            ]
            for property in mvpd.properties {
                let isFlag = ["true", "false"].contains(property.value)
                members[property.name] = isFlag ? .bool(property.value == "true") : .string(property.value)
            }
            return JSON.object(members)
        }
        return [
            "requestor": [
                "id": .string(requestorID), "name": .string(name),
                "domains": .array(domains.map { ["name": .string($0.name), "mvpdInitiated": false] }),
                "mvpds": .array(entries),
            ]
        ]
    }

    /// The document as a service of the SDK's protocol would send it.
    package var text: String {
        let entries = mvpds.map { mvpd in
            "<mvpd>" + element("id", mvpd.id) + element("displayName", mvpd.displayName)
                + element("logoUrl", mvpd.logoURL) + mvpd.properties.map { element($0.name, $0.value) }.joined()
                + "</mvpd>"
        }
        return #"<ns2:config xmlns:ns2="http://pass.adobe.com/config"><requestor>"#
            + element("id", requestorID) + element("name", name) + "<domains>"
            + domains.map { "<domain>" + element("name", $0.name) + "</domain>" }.joined()
            + "</domains><mvpds>" + entries.joined() + "</mvpds></requestor></ns2:config>"
    }

    private func element(_ name: String, _ text: String) -> String {
        "<\(name)>\(text.xmlEscaped)</\(name)>"
    }
}
