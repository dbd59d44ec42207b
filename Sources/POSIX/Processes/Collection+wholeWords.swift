extension BidirectionalCollection<UInt8> {
    /// The first bytes of a longer text, without the word that they cut: half a secret would not be known as one.
    ///
    /// A quote that is not escaped ends a word, as a blank does.
    package func wholeWords(within count: Int) -> SubSequence {
        let beginning = prefix(count)
        let end = beginning.indices.last { index in
            let isQuote = beginning[index] == UInt8(ascii: "\"")
            let isEscaped = index > startIndex && beginning[beginning.index(before: index)] == UInt8(ascii: "\\")
            return beginning[index] <= 0x20 || isQuote && !isEscaped
        }
        return beginning[..<(end ?? startIndex)]
    }
}
