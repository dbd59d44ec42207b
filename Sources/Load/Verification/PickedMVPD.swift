import AccessEnablerAPI

/// An MVPD as a picker shows it, as far as its texts say whose it is.
///
/// Byte by byte: half of what verification took was texts that were put together to be compared.
struct PickedMVPD {
    private let id: String
    private let displayName: String
    private let logoURL: String

    /// Nil for what is not plainly an MVPD as the configurations of a load list them.
    init?(_ item: Value) {
        guard case .object(let members) = item else { return nil }
        var (id, displayName, logoURL) = ("", "", "")
        for (name, value) in members {
            switch (name, value) {
            case ("ID", .string(let text)): id = text
            case ("displayName", .string(let text)): displayName = text
            case ("logoURL", .string(let text)): logoURL = text
            case ("enablePlatformServices", .bool(false)), ("boardingStatus", .null): break
            case ("ID", _), ("displayName", _), ("logoURL", _), ("enablePlatformServices", _), ("boardingStatus", _):
                return nil
            default: break
            }
        }
        guard !id.isEmpty else { return nil }
        (self.id, self.displayName, self.logoURL) = (id, displayName, logoURL)
    }

    /// Its name without the mark that its session's values end in; nil where it does not end in it.
    func name(without mark: String) -> Substring.UTF8View? {
        let count = mark.utf8.count
        guard Self.holds(mark, in: id, at: id.utf8.count - count) else { return nil }
        return id.utf8.dropLast(count)
    }

    /// The number of the service provider whose attributes it has, counted from 1; nil where they are nobody's.
    ///
    /// The display name is `ID by spN` and the logo `https://logos.example/spN/ID.png`.
    var provider: Int? {
        let by = " by sp"
        let start = id.utf8.count + by.utf8.count
        let count = displayName.utf8.count - start
        guard (1...2).contains(count), Self.holds(id, in: displayName, at: 0),
            Self.holds(by, in: displayName, at: id.utf8.count)
        else { return nil }
        let digits = displayName.utf8Span.span.extracting(start...)
        var number = 0
        for index in digits.indices {
            guard 0x30...0x39 ~= digits[index] else { return nil }
            number = number * 10 + Int(digits[index] - 0x30)
        }
        // One way to write a number only.
        guard number >= (count == 2 ? 10 : 1), isLogo(ofProviderAt: start..<start + count) else { return nil }
        return number
    }

    /// Whether the logo is of the provider whose number is there in the display name.
    private func isLogo(ofProviderAt digits: Range<Int>) -> Bool {
        let (place, end) = ("https://logos.example/sp", ".png")
        let start = place.utf8.count
        let (text, name) = (logoURL.utf8Span.span, displayName.utf8Span.span)
        guard text.count == start + digits.count + 1 + id.utf8.count + end.utf8.count else { return false }
        for index in digits where text[start + index - digits.lowerBound] != name[index] { return false }
        return text[start + digits.count] == UInt8(ascii: "/") && Self.holds(place, in: logoURL, at: 0)
            && Self.holds(id, in: logoURL, at: start + digits.count + 1)
            && Self.holds(end, in: logoURL, at: text.count - end.utf8.count)
    }

    private static func holds(_ part: String, in text: String, at start: Int) -> Bool {
        let (part, text) = (part.utf8Span.span, text.utf8Span.span)
        guard start >= 0, part.count <= text.count - start else { return false }
        for index in part.indices where text[start + index] != part[index] { return false }
        return true
    }
}
