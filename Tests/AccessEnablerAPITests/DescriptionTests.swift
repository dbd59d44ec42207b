import AccessEnablerAPI
import Testing

@Suite struct DescriptionTests {
    @Test func aMessageIsToldOnOneLineInTheOrderOfItsArguments() {
        let message = Message(
            "status:",
            [.init("statusDictionary", ["message": "a \"b\"\nc", "errorId": "Z100"]), .init("n", [1, nil])])
        #expect(
            "\(message)" == #"status: statusDictionary={errorId: "Z100", message: "a \"b\"\nc"} n=[1, null]"#)
    }

    @Test(arguments: [
        (Value.bool(true), "true"), (.double(0.5), "0.5"), (.bytes([1, 2]), "2 bytes"), (.reference("vc1"), "<vc1>"),
    ])
    func otherValuesAreNamed(value: Value, words: String) {
        #expect("\(value)" == words)
    }
}
