package import AccessEnablerAPI
package import Documents

extension Message {
    /// The arguments as an object, in order; an argument that is absent has no member, one that is null has null.
    package var argumentsJSON: JSON {
        .members(arguments.map { ($0.name, $0.value.json) })
    }

    /// Reads `selector` and `arguments`, which may be left out where there are none.
    init(_ fields: Fields) throws(ProtocolError) {
        let selector = Selector(rawValue: try fields.name("selector"))
        guard let json = fields.optional("arguments") else {
            self.init(selector)
            return
        }
        let path = fields.path(of: "arguments")
        guard let object = json.object else {
            throw ProtocolError(.invalidParams, "\(path): expected an object, found \(json.kind)")
        }
        var arguments: [Argument] = []
        for member in object.members {
            let value = try Value(member.value, at: "\(path).\(member.key)")
            arguments.append(Argument(member.key, value))
        }
        self.init(selector, arguments)
    }
}
