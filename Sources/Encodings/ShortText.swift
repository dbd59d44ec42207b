extension String {
    /// The text if it has no more bytes than that; else its beginning, and how many bytes it has.
    package func cut(toBytes maxBytes: Int) -> String {
        guard utf8.count > maxBytes else { return self }
        return String(decoding: utf8.prefix(maxBytes), as: UTF8.self) + "… (\(utf8.count) bytes)"
    }
}
