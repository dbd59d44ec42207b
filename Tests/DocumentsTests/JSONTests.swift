import Documents
import Testing

@Suite struct JSONTests {
    private func message(_ bytes: [UInt8], limits: JSON.Limits = JSON.Limits()) -> String? {
        do throws(Diagnostic) {
            _ = try JSON.parse(bytes, file: "f", limits: limits)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func everyKindOfValueIsRead() throws {
        let text = " {\"a\":[1,-2.5,1e3,true,false,null],\n\"b\":{\"c\":\"x\"},\"d\":[],\"e\":{}} "
        let value = try JSON.parse(text)
        #expect(value == ["a": [1, -2.5, 1000.0, true, false, nil], "b": ["c": "x"], "d": [], "e": [:]])
    }

    /// Swift takes the two for the same text, and the Kelvin sign for a K.
    @Test func keysOfOtherBytesAreOtherKeys() throws {
        for (one, other) in [("\u{E9}", "e\u{301}"), ("K", "\u{212A}")] {
            for filler in ["", (0..<8).map { "\"\($0)\":0," }.joined()] {
                let value = try JSON.parse("{\(filler)\"\(one)\":1,\"\(other)\":2}")
                #expect(value[one] == 1 && value[other] == 2)
            }
            var object = JSONObject([.init(key: one, value: 1)])
            object[other] = 2
            #expect(object.members.count == 2)
        }
    }

    @Test func aByteOrderMarkIsNamed() {
        #expect(
            message([0xEF, 0xBB, 0xBF] + Array("{}".utf8)) == "f:1:1: a byte order mark, which has no place in JSON")
    }

    /// A terminal would obey it, and a reader would be shown something else than what is there.
    @Test func whatWouldNotBeShownIsEscaped() throws {
        for scalar in [
            "\u{7F}", "\u{80}", "\u{9F}", "\u{61C}", "\u{200E}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{1B}",
        ] {
            let json = JSON.string("a\(scalar)b")
            let bytes = json.compact
            #expect(bytes.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(try JSON.parse(bytes) == json)
            #expect("a\(scalar)b".displayed == "a\u{FFFD}b")
            #expect(!Diagnostic(file: "f", mark: nil, message: scalar).description.contains(scalar))
        }
        for text in ["\u{A0}", "é", "\u{2028}", "\u{200D}", "שלום", "\u{2065}", "😀"] {
            #expect(
                String(decoding: JSON.string(text).compact, as: UTF8.self) == "\"\(text)\"" && text.displayed == text)
        }
    }

    @Test func integersOf64BitsAreKept() throws {
        #expect(try JSON.parse("[9223372036854775807,-9223372036854775808]") == [.int(.max), .int(.min)])
        let tooLarge = "9223372036854775808"
        #expect(message(Array(tooLarge.utf8)) == "f:1:1: the integer \(tooLarge) does not fit 64 bits")
    }

    @Test func escapesBecomeTheirCharacters() throws {
        let value = try JSON.parse(#""\"\\\/\b\f\n\r\tA\u00e9\uD83D\ude00z""#)
        #expect(value == .string("\"\\/\u{8}\u{C}\n\r\tAé😀z"))
    }

    @Test(arguments: [
        (#"{"a":1,}"#, "f:1:8: expected a key in double quotes"),
        (#"[1,]"#, "f:1:4: expected a value"),
        (#"[1 2]"#, "f:1:4: expected ',' or ']' in the array"),
        (#"{"a" 1}"#, "f:1:6: expected ':' after the key"),
        (#"{a:1}"#, "f:1:2: expected a key in double quotes"),
        ("01", "f:1:1: a number does not start with 0"),
        ("-", "f:1:2: expected a digit"),
        ("1.", "f:1:3: expected a digit"),
        ("1e", "f:1:3: expected a digit"),
        ("1e999", "f:1:1: the number 1e999 is out of range"),
        ("nul", "f:1:1: expected a value"),
        ("NaN", "f:1:1: expected a value"),
        ("", "f:1:1: the text ends where a value is expected"),
        ("1 1", "f:1:3: more text after the value"),
        ("\"a", "f:1:1: the string is not closed"),
        ("\"a\nb\"", "f:1:3: a control character in a string must be escaped"),
        (#""é\ud800""#, "f:1:3: a lone surrogate is no character"),
        (#""\ud800A""#, "f:1:2: a lone surrogate is no character"),
        (#""\udc00""#, "f:1:2: a lone surrogate is no character"),
        (#""\x""#, "f:1:2: unknown escape in a string"),
        (#""\u12g4""#, #"f:1:6: expected four hexadecimal digits after \u"#),
        ("{\"a\":1,\n \"a\":2}", "f:2:2: duplicate key 'a'"),
        ("{\n  \"é\": tru}", "f:2:8: expected a value"),
    ])
    func whatIsNotJSONIsAMistakeWithItsPlace(text: String, expected: String) {
        #expect(message(Array(text.utf8)) == expected)
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func invalidUTF8IsAMistakeAtItsByte(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(message([quote] + Array("aé".utf8) + bytes + [quote]) == "f:1:4: invalid UTF-8 in a string")
    }

    @Test func depthSizeAndDuplicatesAreLimits() {
        let deep = Array(repeating: UInt8(ascii: "["), count: 200)
        #expect(message(deep) == "f:1:129: nested more than 128 deep")
        #expect(message(Array("[1]".utf8), limits: .init(maximumBytes: 2)) == "f:1:1: 3 bytes; at most 2 are read")
        #expect(message(Array(#"{"a":1,"a":2}"#.utf8), limits: .init(allowsDuplicateKeys: true)) == nil)
    }

    /// "é" as one scalar or as two, fourteen times: so many that none may be compared with all others.
    @Test func manyKeysThatUnicodeTakesForTheSameAreRead() throws {
        let keys = (0..<1 << 14).map { number in
            (0..<14).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
        }
        let members = keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
        #expect(try JSON.parse("{\(members)}")[keys[77]] == 77)
        #expect(message(Array("{\(members),\"\(keys[5])\":1}".utf8))?.contains("duplicate key") == true)
    }

    @Test func duplicatesAreFoundAmongManyKeysToo() {
        let members = (0..<20).map { "\"k\($0)\":1" }.joined(separator: ",")
        #expect(message(Array("{\(members)}".utf8)) == nil)
        #expect(message(Array("{\(members),\"k3\":1}".utf8))?.hasSuffix("duplicate key 'k3'") == true)
        #expect(message(Array("{\(members),\"k19\":1}".utf8))?.hasSuffix("duplicate key 'k19'") == true)
    }

    @Test func aLineOfALargerFileKnowsItsNumber() {
        let error = #expect(throws: Diagnostic.self) {
            try JSON.parse(Array("[1,".utf8), file: "t", firstLine: 12)
        }
        #expect(error?.description == "t:12:4: the text ends where a value is expected")
    }

    @Test func membersKeepTheirOrderAndCanBeSet() throws {
        var object: JSONObject = ["b": 1, "a": 2]
        object["c"] = 3
        object["b"] = 4
        object["a"] = nil
        #expect(object.keys == ["b", "c"])
        #expect(object["b"] == 4)
        #expect(JSON.object(object).sortedByKey == ["b": 4, "c": 3])
        #expect(try JSON.parse(#"{"b":{"d":1,"c":2},"a":1}"#).sortedByKey == ["a": 1, "b": ["c": 2, "d": 1]])
    }
}
