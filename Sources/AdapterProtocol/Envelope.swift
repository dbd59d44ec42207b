package import Documents

/// What every message of JSON-RPC 2.0 is, whatever it is about.
package enum Envelope: Sendable, Hashable {
    case request(id: RequestID, method: String, params: JSON)
    case notification(method: String, params: JSON)
    case response(id: RequestID?, Reply)
}

/// The name under which a request is answered.
package enum RequestID: Sendable, Hashable {
    case number(Int64)
    case text(String)

    init(_ id: JSON, _ fields: Fields) throws(ProtocolError) {
        switch id {
        case .int(let number): self = .number(number)
        case .string(let text): self = .text(text)
        default: throw fields.mistake("id", "expected an integer or a string, found \(id.kind)")
        }
    }

    package var json: JSON {
        switch self {
        case .number(let number): .int(number)
        case .text(let text): .string(text)
        }
    }
}

/// The answer to a request.
package enum Reply: Sendable, Hashable {
    case result(JSON)
    case error(ProtocolError)
}

extension Envelope {
    /// Reads one line, without its line end.
    package init(line: [UInt8]) throws(ProtocolError) {
        let json: JSON
        do throws(Diagnostic) {
            json = try JSON.parse(line, file: "message", limits: JSON.Limits(maximumBytes: .max))
        } catch {
            let place = error.mark.map { "column \($0.column): " } ?? ""
            throw ProtocolError(.parse, "\(place)\(error.message)")
        }
        do throws(ProtocolError) {
            try self.init(json)
        } catch {
            throw ProtocolError(.invalidRequest, error.message)
        }
    }

    private init(_ json: JSON) throws(ProtocolError) {
        let fields = try Fields(json, at: "")
        let version = try fields.string("jsonrpc")
        guard version == "2.0" else { throw fields.mistake("jsonrpc", "expected '2.0', found '\(version)'") }
        let isResponse = json["result"] != nil || json["error"] != nil
        guard json["method"] != nil || isResponse else {
            throw fields.mistake("method", "is missing, and there is neither 'result' nor 'error'")
        }
        guard json["method"] == nil || !isResponse else {
            throw fields.mistake("method", "a message with 'result' or 'error' has no method")
        }
        guard isResponse else {
            let method = try fields.name("method")
            let params = fields.optional("params") ?? .object(JSONObject())
            guard params.object != nil else {
                throw fields.mistake("params", "expected an object, found \(params.kind)")
            }
            if let id = try Self.id(fields) {
                self = .request(id: id, method: method, params: params)
            } else if json["id"] == nil {
                self = .notification(method: method, params: params)
            } else {
                throw fields.mistake("id", "expected an integer or a string, found null")
            }
            return
        }
        guard json["id"] != nil else { throw fields.mistake("id", "is missing from a response") }
        guard json["result"] == nil || json["error"] == nil else {
            throw fields.mistake("error", "a response has either 'result' or 'error', found both")
        }
        let id = try Self.id(fields)
        let isError = json["error"] != nil
        guard id != nil || isError else { throw fields.mistake("id", "null, in a response that is no error") }
        self = .response(id: id, try Self.reply(fields, isError: isError))
    }

    private static func id(_ fields: Fields) throws(ProtocolError) -> RequestID? {
        guard let id = fields.optional("id") else { return nil }
        return try RequestID(id, fields)
    }

    private static func reply(_ fields: Fields, isError: Bool) throws(ProtocolError) -> Reply {
        guard isError else {
            // Null stands for no members.
            let result = fields.optional("result") ?? .object(JSONObject())
            guard result.object != nil else {
                throw fields.mistake("result", "expected an object, found \(result.kind)")
            }
            return .result(result)
        }
        let error = try fields.fields("error")
        let code = ErrorNumber(rawValue: try error.integer("code", in: Int64.min...Int64.max))
        return .error(ProtocolError(code, try error.string("message")))
    }

    /// The message as one line, with its line end.
    package var line: [UInt8] {
        var object: JSONObject = ["jsonrpc": "2.0"]
        switch self {
        case .request(let id, let method, let params):
            object["id"] = id.json
            object["method"] = .string(method)
            object["params"] = params
        case .notification(let method, let params):
            object["method"] = .string(method)
            object["params"] = params
        case .response(let id, .result(let result)):
            object["id"] = id?.json ?? .null
            object["result"] = result
        case .response(let id, .error(let error)):
            object["id"] = id?.json ?? .null
            object["error"] = ["code": .int(error.code.rawValue), "message": .string(error.message)]
        }
        var bytes = JSON.object(object).compact
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}
