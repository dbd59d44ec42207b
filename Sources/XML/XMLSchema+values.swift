extension XMLSchema {
    /// The values of a document, in its order.
    ///
    /// One string holds the texts of all of them, and a value is cut out when it is looked at: reading a token costs
    /// two pieces of memory however many elements it has. Open to the compiler in other modules, for there the calls
    /// took as long as all the rest of reading.
    package struct Values: RandomAccessCollection, Sendable, Hashable {
        @usableFromInline struct Part: BitwiseCopyable, Sendable, Hashable {
            @usableFromInline var name: Int
            /// Where its text ends, in bytes, which is where that of the next one starts.
            @usableFromInline var end: Int
        }

        @usableFromInline var whole: String
        @usableFromInline var parts: [Part]

        init(whole: String, parts: [Part]) {
            self.whole = whole
            self.parts = parts
        }

        package init(_ values: some Sequence<Value> = []) {
            whole = ""
            parts = []
            for value in values {
                whole += value.text
                parts.append(Part(name: value.name, end: whole.utf8.count))
            }
        }

        @inlinable package var startIndex: Int { 0 }
        @inlinable package var endIndex: Int { parts.count }

        @inlinable package subscript(index: Int) -> Value {
            Value(name: parts[index].name, text: text(index))
        }

        /// The text of the first value with the name.
        package func text(named name: Int) -> Substring? {
            for index in parts.indices where parts[index].name == name { return text(index) }
            return nil
        }

        /// Runs the body with the bytes of the first value with the name; nil when there is none.
        @inlinable package func withBytes<Result>(
            named name: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
        ) -> Result? {
            for index in parts.indices where parts[index].name == name {
                let range = (index == 0 ? 0 : parts[index - 1].end)..<parts[index].end
                return unsafe whole.utf8.withContiguousStorageIfAvailable { bytes in
                    unsafe body(UnsafeBufferPointer(rebasing: bytes[range]))
                }
            }
            return nil
        }

        @inlinable func text(_ index: Int) -> Substring {
            let start = whole.utf8.index(whole.startIndex, offsetBy: index == 0 ? 0 : parts[index - 1].end)
            return whole[start..<whole.utf8.index(whole.startIndex, offsetBy: parts[index].end)]
        }
    }
}
