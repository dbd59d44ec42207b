import Documents
import Testing

@Suite struct JSONWriterTests {
    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func commasStandBetweenValuesAndNowhereElse() {
        let line = text {
            $0.object {
                $0.member("a", 1)
                $0.key("b")
                $0.array {
                    $0.value("x")
                    $0.array { _ in }
                    $0.null()
                    $0.object { _ in }
                    $0.value(true)
                }
                $0.key("c")
                $0.value(1.5)
            }
            $0.endLine()
            $0.value(7)
            $0.endLine()
        }
        #expect(line == "{\"a\":1,\"b\":[\"x\",[],null,{},true],\"c\":1.5}\n7\n")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan]) func whatIsNoNumberIsNothing(number: Double) {
        #expect(text { $0.value(number) } == "null")
    }

    /// Curves and histograms would take a line for each number otherwise.
    @Test func arraysOfNumbersStandOnOneLine() throws {
        let json: JSON = ["a": [1, -2, 0.5], "b": [[1, 2], []], "c": ["x", 1], "d": [true], "e": [.null], "f": []]
        let text = String(decoding: json.pretty, as: UTF8.self)
        #expect(
            text == """
                {
                  "a": [1,-2,0.5],
                  "b": [
                    [1,2],
                    []
                  ],
                  "c": [
                    "x",
                    1
                  ],
                  "d": [
                    true
                  ],
                  "e": [
                    null
                  ],
                  "f": []
                }

                """)
        #expect(try JSON.parse(json.pretty, file: "") == json)
    }

    @Test func everyByteThatNeedsEscapingIsEscaped() {
        #expect(
            text { $0.value("\"\\\u{8}\u{C}\n\r\t\u{0}\u{1F}/é😀\u{7F}") } == #""\"\\\b\f\n\r\t\u0000\u001f/é😀\u007f""#)
    }

    @Test(arguments: [0, 7, -7, 10, .max, .min] as [Int64])
    func integersAreWrittenInFull(number: Int64) {
        #expect(text { $0.value(number) } == String(number))
    }

    @Test func everyNumberOfDigitsIsWrittenInFull() {
        var numbers = Array(0...1_100)
        for exponent in 3..<18 {
            let power = (0..<exponent).reduce(1) { power, _ in power * 10 }
            numbers += [power - 1, power, power + 1, power * 7 + 35, -power]
        }
        for number in numbers { #expect(text { $0.value(number) } == String(number)) }
    }

    @Test(arguments: [0, 7, -7, 10, .max, .min] as [Int64])
    func membersWithWrittenKeysAreWrittenAsOthers(number: Int64) {
        let line = text {
            $0.object {
                $0.member(written: #""a":"#, number)
                $0.member("b", 1)
                $0.member(written: #","c":"#, "\"é")
                $0.member(written: #","kind":"x","d":"#, number)
                $0.member("e", 2)
            }
        }
        #expect(line == #"{"a":\#(number),"b":1,"c":"\"é","kind":"x","d":\#(number),"e":2}"#)
    }

    @Test func whatIsWrittenIsReadBackTheSame() throws {
        let value: JSON = [
            "s": "a\u{0}b\"\\\n😀", "n": [.int(.min), .int(.max), 0.1, 1e300, -2.5e-10], "o": [:], "l": [[], [nil]],
        ]
        #expect(try JSON.parse(value.compact) == value)
        #expect(try JSON.parse(value.pretty) == value)
    }

    @Test func prettyGivesEachMemberALine() {
        let value: JSON = ["a": [1, ["b": nil]], "c": [], "d": [:]]
        let expected = """
            {
              "a": [
                1,
                {
                  "b": null
                }
              ],
              "c": [],
              "d": {}
            }

            """
        #expect(String(decoding: value.pretty, as: UTF8.self) == expected)
    }

    @Test func aDrainedWriterStartsAgain() {
        var writer = JSONWriter()
        writer.value(1)
        var taken: [UInt8] = []
        writer.drain { taken = $0 }
        writer.value(2)
        #expect(taken == Array("1".utf8))
        #expect(writer.bytes == Array("2".utf8))
    }
}
