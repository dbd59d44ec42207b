/// A status of `setRequestorComplete:` and `setAuthenticationStatus:errorCode:`.
package struct APIStatus: Sendable, Hashable {
    package var symbol: String
    package var value: Int
}

/// An error code, by its symbol.
package struct APIErrorCode: Sendable, Hashable {
    package var symbol: String
    /// The values known from any document.
    package var texts: [String]
    /// Whether capitals count.
    package var isExact: Bool

    /// Whether a port's value stands for this code: by one of its texts, or by the symbol.
    package func matches(_ text: String) -> Bool {
        if text == symbol { return true }
        if isExact { return texts.contains(text) }
        let letters = text.lowercased()
        return texts.contains { $0.lowercased() == letters }
    }
}
