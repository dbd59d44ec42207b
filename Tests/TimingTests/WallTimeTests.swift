import Testing
import Timing

struct WallTimeTests {
    @Test(arguments: [
        (0, "1970-01-01 00:00:00 UTC"), (951_782_399_999, "2000-02-28 23:59:59 UTC"),
        (951_782_400_000, "2000-02-29 00:00:00 UTC"), (1_700_000_000_123, "2023-11-14 22:13:20 UTC"),
        (4_107_542_400_000, "2100-03-01 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
        (-62_167_219_200_000, "0-01-01 00:00:00 UTC"), (-62_167_219_200_001, "-1-12-31 23:59:59 UTC"),
        (.max, "292278994-08-17 07:12:55 UTC"), (.min, "-292275055-05-16 16:47:04 UTC"),
    ])
    func datesAreThoseOfTheCalendar(_ milliseconds: Int64, _ text: String) {
        #expect(WallTime(milliseconds: milliseconds).text == text)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 GMT"),
    ])
    func datesOfHTTPAreThoseOfItsRules(_ milliseconds: Int64, _ text: String) {
        #expect(WallTime(milliseconds: milliseconds).httpDate == text)
        #expect(WallTime(httpDate: text) == WallTime(milliseconds: milliseconds))
    }

    /// A clock may be wrong by as much as anybody likes.
    @Test(arguments: [(-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (-86_400_001, "Tue, 30 Dec 1969 23:59:59 GMT")])
    func aDateBeforeThoseOfHTTPIsWritten(_ milliseconds: Int64, _ text: String) {
        #expect(WallTime(milliseconds: milliseconds).httpDate == text)
    }

    @Test(arguments: [0, 68_169_600_000, 951_868_800_000, 1_709_164_800_000, 4_107_456_000_000, 4_102_444_799_000])
    func aDateOfHTTPIsReadAsItIsWritten(_ milliseconds: Int64) {
        let time = WallTime(milliseconds: milliseconds)
        #expect(WallTime(httpDate: time.httpDate) == time)
    }

    @Test(arguments: [
        "", "yesterday", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Mon, 29 Feb 2100 08:49:37 GMT", "Fri, 31 Nov 2025 08:49:37 GMT",
        "Sun, 06 Nom 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 99999999999 08:49:37 GMT",
    ])
    func whatIsNoDateOfHTTPIsNotRead(_ text: String) {
        #expect(WallTime(httpDate: text) == nil)
    }
}
