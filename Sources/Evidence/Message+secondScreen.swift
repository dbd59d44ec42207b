package import AccessEnablerAPI

extension Message {
    /// What looks like the code for a second screen in a status report: a text of five to ten capital letters and digits.
    ///
    /// Under which key the code comes is not documented. A word without a digit is none but under a key that says
    /// so, or in a report whose id does (AE-TV-007).
    package var likelyCodes: [String] {
        guard selector == .status, case .object(let report)? = self["statusDictionary"] else { return [] }
        return report.flatMap { key, value -> [String] in
            guard !["errorId", "level"].contains(key) else { return [] }
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            let isNamed = key.lowercased().contains("code") || report["errorId"] == "REGCODE"
            return value.texts.filter { text in
                (5...10).contains(text.utf8.count)
                    && text.utf8.allSatisfy { digits.contains($0) || (0x41...0x5A).contains($0) }
                    && (isNamed || text.utf8.contains { digits.contains($0) })
            }
        }
    }
}
