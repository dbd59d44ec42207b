import Testing

@testable import Transport

@Suite struct HeaderBlockTests {
    private func fields(_ lines: [String]) -> [String] {
        var block = HeaderBlock()
        for line in lines {
            unsafe Array(line.utf8).withUnsafeBytes { unsafe block.append($0) }
        }
        return block.fields.map { "\($0.name)=\($0.value)" }
    }

    @Test func linesAreTakenApartAtTheFirstColonInTheirOrder() {
        let lines = ["Location: http://a.test:80/ \r\n", "X:\t1\n", "Location:b\r\n", "no field\r\n", "Empty:\r\n"]
        #expect(fields(lines) == ["Location=http://a.test:80/", "X=1", "Location=b", "Empty="])
    }

    @Test func aLineThatBeginsWithWhiteSpaceContinuesTheOneBefore() {
        #expect(fields([" nothing before\r\n", "A: 1\r\n", "  2\r\n", "\t3\r\n", "B: 4\r\n"]) == ["A=1 2 3", "B=4"])
    }
}
