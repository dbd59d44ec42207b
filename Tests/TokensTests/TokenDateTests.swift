import Testing
import Timing
import Tokens

@Suite struct TokenDateTests {
    @Test func thePrintedExpiryHasTwoReadings() throws {
        let date = try #require(TokenDate("2011/03/19 02:29:34 GMT +0200", form: .expiry))
        #expect(date.instant(.localTime) == WallTime(milliseconds: 1_300_494_574_000))
        #expect(date.instant(.gmt) == WallTime(milliseconds: 1_300_501_774_000))
        #expect(date.offsetMinutes == 120)
        #expect(date.text == "2011/03/19 02:29:34 GMT +0200")
    }

    @Test func theDocumentedIssueTimeIsNewYear() throws {
        let date = try #require(TokenDate("2026-01-01 00:00:00 +0000", form: .issue))
        #expect(date.instant() == WallTime(milliseconds: 1_767_225_600_000))
    }

    @Test(arguments: [0, -1, 951_782_400_000, 1_709_164_800_000, 4_102_444_800_000, -62_135_596_800_000, 999])
    func everyInstantComesBackToTheSecond(milliseconds: Int64) throws {
        let time = WallTime(milliseconds: milliseconds)
        for form in [TokenDate.Form.expiry, .issue] {
            for offset in [0, 120, -210, 845] {
                let text = TokenDate(time, form: form, offsetMinutes: offset).text
                let read = try #require(TokenDate(text, form: form), "\(text)")
                #expect(read.offsetMinutes == offset)
                #expect((0..<1_000).contains(milliseconds - read.instant().milliseconds))
            }
        }
    }

    @Test(arguments: [
        "", "2011/03/19 02:29:34 GMT", "2011/03/19 02:29:34 GMT +02:00", "2011-03-19 02:29:34 GMT +0200",
        "2011/13/19 02:29:34 GMT +0200", "2011/02/29 02:29:34 GMT +0200", "2011/03/19 24:29:34 GMT +0200",
        "2011/03/19 02:60:34 GMT +0200", "2011/03/19 02:29:60 GMT +0200", "2011/03/19 02:29:34 GMT *0200",
        "2011/03/19 02:29:34 UTC +0200", " 2011/03/19 02:29:34 GMT +0200", "2011/3/19 02:29:34 GMT +0200 ",
        "2011/00/19 02:29:34 GMT +0200", "2011/03/00 02:29:34 GMT +0200", "2011/03/19 02:29:34 GMT +2400",
    ])
    func whatIsNoSuchDateIsRefused(text: String) {
        #expect(TokenDate(text, form: .expiry) == nil)
    }

    @Test func aLeapDayIsADayInLeapYearsOnly() {
        #expect(TokenDate("2000-02-29 00:00:00 +0000", form: .issue) != nil)
        #expect(TokenDate("1900-02-29 00:00:00 +0000", form: .issue) == nil)
        #expect(TokenDate("2024-02-29 23:59:59 -0330", form: .issue)?.offsetMinutes == -210)
    }
}
