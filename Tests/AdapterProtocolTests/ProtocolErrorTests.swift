import AdapterProtocol
import Documents
import Testing

@Suite struct MistakeTests {
    @Test(arguments: [
        ("{", -32700, "column 2: expected a key in double quotes"),
        (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32700, "column 25: duplicate key 'id'"),
        ("[]", -32600, "the message: expected an object, found an array"),
        (#"{"id":1,"method":"ping"}"#, -32600, "jsonrpc is missing; expected a string"),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, "jsonrpc: expected '2.0', found '1.0'"),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600, "method: is missing, and there is neither 'result' nor 'error'"),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#, -32600,
            "method: a message with 'result' or 'error' has no method"
        ),
        (
            #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600,
            "id: expected an integer or a string, found a number"
        ),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, "id: expected an integer or a string, found null"),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600, "method: expected a string, found a number"),
        (#"{"jsonrpc":"2.0","id":1,"method":""}"#, -32600, "method: expected a name, found an empty string"),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32600,
            "params: expected an object, found an array"
        ),
        (#"{"jsonrpc":"2.0","result":{}}"#, -32600, "id: is missing from a response"),
        (
            #"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#, -32600,
            "error: a response has either 'result' or 'error', found both"
        ),
        (#"{"jsonrpc":"2.0","id":1,"result":3}"#, -32600, "result: expected an object, found a number"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}"#, -32600, "error.code is missing; expected an integer"),
        (
            #"{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"x"}}"#, -32600,
            "error.code: expected an integer, found a string"
        ),
    ])
    func aLineThatIsNoMessageIsNamed(line: String, code: Int64, message: String) {
        #expect(throws: ProtocolError(ErrorNumber(rawValue: code), message)) {
            _ = try Envelope(line: Array(line.utf8))
        }
    }

    @Test(arguments: [
        ("sesion/open", "{}", -32601, "unknown method 'sesion/open'; did you mean 'session/open'?"),
        ("session/open", "{}", -32602, "params.session is missing; expected a string"),
        ("session/open", #"{"session":"s"}"#, -32602, "params.configuration is missing; expected an object"),
        (
            "session/open", #"{"session":"s","configuration":{"platform":"watchos"}}"#, -32602,
            "params.configuration.platform: expected one of 'ios', 'tvos', found 'watchos'"
        ),
        (
            "session/open", #"{"session":"s","configuration":{"platform":"ios","version":"3.x"}}"#, -32602,
            "params.configuration.version: expected a version such as '3.9.2', found '3.x'"
        ),
        (
            "session/open",
            #"{"session":"s","configuration":{"platform":"ios","version":"3.0","customScheme":"x","clockAhead":-1}}"#,
            -32602, "params.configuration.clockAhead: expected at least 0, found -1"
        ),
        ("session/advance", #"{"session":"s","by":0}"#, -32602, "params.by: expected at least 1, found 0"),
        ("session/call", #"{"session":"s","number":-1}"#, -32602, "params.number: expected at least 0, found -1"),
        ("session/call", #"{"session":"s","number":1.0}"#, -32602, "params.number: expected an integer, found 1.0"),
        (
            "session/call", #"{"session":"s","number":0,"selector":"logout","arguments":[]}"#, -32602,
            "params.arguments: expected an object, found an array"
        ),
        (
            "session/call", #"{"session":"s","number":0,"selector":"a:","arguments":{"x":{"$ref":1}}}"#, -32602,
            "params.arguments.x.$ref: expected a string, found a number"
        ),
        ("cancel", #"{"id":true}"#, -32602, "params.id: expected an integer or a string, found a boolean"),
        (
            "initialize", #"{"protocolVersion":"1"}"#, -32602,
            "params.protocolVersion: expected a version such as '1.0', found '1'"
        ),
    ])
    func aRequestThatAsksForNothingSensibleIsNamed(
        method: String, params: String, code: Int64, message: String
    ) throws {
        let params = try JSON.parse(params)
        #expect(throws: ProtocolError(ErrorNumber(rawValue: code), message)) {
            _ = try Request(method: method, params: params)
        }
    }

    @Test(arguments: [
        ("session/evnt", "{}", "unknown notification 'session/evnt'; did you mean 'session/event'?"),
        ("session/event", #"{"session":7}"#, "params.session: expected a string, found a number"),
        ("session/event", #"{"session":"s"}"#, "params.seq is missing; expected an integer"),
        ("session/event", #"{"session":"s","seq":0,"n":"0"}"#, "params.n: expected an integer, found a string"),
        (
            "session/event", #"{"session":"s","seq":0,"n":0,"ts":1e3}"#,
            "params.ts: expected an integer, found 1000.0"
        ),
        (
            "session/event", #"{"session":"s","seq":0,"n":0,"ts":1,"selector":""}"#,
            "params.selector: expected a name, found an empty string"
        ),
        (
            "tap", #"{"session":"s","seq":0,"ts":1,"kind":"other","url":""}"#,
            "params.kind: expected one of 'configuration', 'safari', found 'other'"
        ),
        ("log", "{}", "params.text is missing; expected a string"),
    ])
    func aNotificationThatTellsNothingSensibleIsNamed(method: String, params: String, message: String) throws {
        let params = try JSON.parse(params)
        let mistake = #expect(throws: ProtocolError.self) {
            _ = try PortNotification(method: method, params: params)
        }
        #expect(mistake?.message == message)
    }

    @Test func aPortThatPlaysAnUnknownPlatformIsNamed() throws {
        let json = try JSON.parse(
            """
            {"protocolVersion":"1.0","port":{"name":"p","version":""},"limits":{"lineBytes":70000},
             "api":{"family":"AccessEnabler","version":"3.9.2","platforms":["ios","roku"]},"clock":{}}
            """)
        #expect(
            throws: ProtocolError(.invalidParams, "result.api.platforms: expected 'ios' or 'tvos', found 'roku'")
        ) { _ = try InitializeResult(json) }
    }
}
