/// A line on a terminal that changes.
struct ChangingLine {
    /// Takes what is before the cursor in its line away.
    static let erasure = "\r\u{1B}[2K"

    private var isOpen = false

    /// Shows the text in the place of the one before.
    mutating func show(_ text: String, _ write: (String) -> Void) {
        clear(write)
        write(text)
        isOpen = true
    }

    /// Takes the line away, so that something else can be shown.
    mutating func clear(_ write: (String) -> Void) {
        if isOpen { write(Self.erasure) }
        isOpen = false
    }
}
