import AccessEnablerAPI
import AdapterProtocol
import Documents
import Testing

@Suite struct ValueTests {
    /// P-70, P-71, P-72, P-73, P-74.
    @Test(
        arguments: [
            (Value.null, "null"), (true, "true"), (.int(.max), "9223372036854775807"),
            (.int(.min), "-9223372036854775808"), (.int(9_007_199_254_740_993), "9007199254740993"),
            (.double(1), "1.0"), (.double(-0.0), "-0.0"), (.double(.leastNonzeroMagnitude), "5e-324"),
            (.double(.infinity), #"{"$number":"Infinity"}"#), (.double(-.infinity), #"{"$number":"-Infinity"}"#),
            ("a \"quoted\" 😀\u{0}", #""a \"quoted\" 😀\u0000""#), (.bytes([]), #"{"$bytes":""}"#),
            (.bytes([0]), #"{"$bytes":"AA=="}"#), (.bytes([0xFF, 0xFE]), #"{"$bytes":"//4="}"#),
            (.bytes([1, 2, 3]), #"{"$bytes":"AQID"}"#), (.reference("picker"), #"{"$ref":"picker"}"#),
            (["b": nil, "a": [1, "x"]], #"{"a":[1,"x"],"b":null}"#), ([:], "{}"),
            (["$ref": "plain"], #"{"$$ref":"plain"}"#), (["$$": 1, "$": 2], #"{"$$":2,"$$$":1}"#),
        ] as [(Value, String)])
    func aValueIsWrittenAsOneTextAndReadBackFromIt(value: Value, text: String) throws {
        #expect(String(decoding: value.json.compact, as: UTF8.self) == text)
        #expect(try Value(try JSON.parse(text), at: "v") == value)
    }

    /// Where each is, is put together for a mistake alone, and cut.
    @Test func aMillionValuesBehindALongNameAreRead() throws {
        let name = String(repeating: "k", count: 1_000_000)
        let items = Array(repeating: JSON.int(0), count: 1_000_000)
        #expect(try Value([name: .array(items)], at: "v").objectValue?[name]?.arrayValue?.count == 1_000_000)
        do {
            _ = try Value([name: .array(items + [["$ref": 1]])], at: "v")
            Issue.record("it was read")
        } catch {
            #expect(error.message.hasPrefix("v.kkk") && error.message.utf8.count < 400)
            #expect(error.message.contains("[1000000].$ref: expected a string"))
        }
    }

    /// P-71.
    @Test func notANumberIsReadBackAsNotANumber() throws {
        guard case .double(let number) = try Value(Value.double(.nan).json, at: "v") else {
            Issue.record("not a double")
            return
        }
        #expect(number.isNaN)
    }

    /// P-72.
    @Test func everyLengthOfBytesComesBack() throws {
        for count in 0..<70 {
            let value = Value.bytes((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) })
            #expect(try Value(value.json, at: "v") == value)
        }
    }

    /// P-76.
    @Test func anAbsentArgumentStaysAbsentAndANullStaysNull() throws {
        let call = CallRequest(
            session: "s1", number: 0, message: Message("m:", [.init("given", nil), .init("last", 2)]))
        guard case .call(let read) = try Request(method: "session/call", params: Request.call(call).params) else {
            Issue.record("not a call")
            return
        }
        #expect(read.message["given"] == .some(.null))
        #expect(read.message["absent"] == nil)
        #expect(read.message.arguments.map(\.name) == ["given", "last"])
    }

    @Test func namesThatOnlyUnicodeTakesForOneAreTwo() throws {
        let json = try JSON.parse("{\"e\u{301}\":1,\"\u{E9}\":2}")
        let value = try Value(json, at: "v")
        #expect(value.objectValue?.count == 2)
        #expect(value.objectValue?["\u{E9}"] == 2)
        #expect(value.json == json)
    }

    /// P-75.
    @Test(arguments: [
        (#"{"$ref":"a","b":1}"#, "v.$ref: must be the only member; a plain name that begins with '$' is written '$$'"),
        (#"{"$what":"a"}"#, "v.$what: expected '$bytes', '$ref' or '$number'; a plain '$' is written '$$'"),
        (#"{"$bytes":1}"#, "v.$bytes: expected a string, found a number"),
        (#"{"$bytes":"AA"}"#, "v.$bytes: not base64 with padding"),
        (#"{"$bytes":"AB=="}"#, "v.$bytes: not base64 with padding"),
        (#"{"$bytes":"AA=A"}"#, "v.$bytes: not base64 with padding"),
        (#"{"$bytes":"A A="}"#, "v.$bytes: not base64 with padding"),
        (#"{"$ref":""}"#, "v.$ref: a reference has a name"),
        (#"{"$number":"nan"}"#, "v.$number: expected 'NaN', 'Infinity' or '-Infinity', found 'nan'"),
        (#"[1,{"a":{"$":1}}]"#, "v[1].a.$: expected '$bytes', '$ref' or '$number'; a plain '$' is written '$$'"),
    ])
    func aMalformedValueIsNamedByItsPath(text: String, message: String) throws {
        let json = try JSON.parse(text)
        #expect(throws: ProtocolError(.invalidParams, message)) { _ = try Value(json, at: "v") }
    }
}
