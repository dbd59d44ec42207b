internal import CCurl

/// The header lines of one request as the linked list that libcurl reads, in memory that serves one request after the
/// other.
///
/// Libcurl's own function for it takes memory twice for every line, and walks the list to its end.
@safe struct HeaderList: ~Copyable {
    private var nodes: UnsafeMutablePointer<curl_slist>
    private var room = 16
    private var text: UnsafeMutablePointer<CChar>
    private var textRoom = 1_024
    private var textCount = 0
    /// Where each line starts in the text.
    private var starts: [Int] = []

    init() {
        unsafe nodes = .allocate(capacity: room)
        unsafe text = .allocate(capacity: textRoom)
        starts.reserveCapacity(room)
    }

    deinit {
        unsafe nodes.deallocate()
        unsafe text.deallocate()
    }

    mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        textCount = 0
    }

    /// Adds `name: value`, or for an empty value the `name;` that libcurl wants for it.
    mutating func append(_ name: String, _ value: String) {
        starts.append(textCount)
        append(name)
        append(value.isEmpty ? ";" : ": ")
        append(value)
        end()
    }

    /// Adds the `name:` for a header that libcurl shall leave out.
    mutating func leaveOut(_ name: String) {
        starts.append(textCount)
        append(name)
        append(":")
        end()
    }

    /// The list; it is valid until the next change.
    mutating func list() -> UnsafeMutablePointer<curl_slist>? {
        if starts.count > room {
            unsafe nodes.deallocate()
            room = 2 * starts.count
            unsafe nodes = .allocate(capacity: room)
        }
        for (index, start) in starts.enumerated() {
            let next = unsafe index + 1 < starts.count ? nodes + index + 1 : nil
            unsafe (nodes + index).initialize(to: curl_slist(data: text + start, next: next))
        }
        return unsafe starts.isEmpty ? nil : nodes
    }

    private mutating func append(_ part: String) {
        var part = part
        part.withUTF8 { bytes in
            // The end of the line needs one more.
            if textCount + bytes.count + 1 > textRoom { grow(by: bytes.count + 1) }
            if let start = bytes.baseAddress {
                unsafe UnsafeMutableRawPointer(text + textCount).copyMemory(from: start, byteCount: bytes.count)
            }
            textCount += bytes.count
        }
    }

    private mutating func end() {
        unsafe text[textCount] = 0
        textCount += 1
    }

    private mutating func grow(by more: Int) {
        let larger = UnsafeMutablePointer<CChar>.allocate(capacity: 2 * (textRoom + more))
        unsafe larger.update(from: text, count: textCount)
        unsafe text.deallocate()
        unsafe text = larger
        textRoom = 2 * (textRoom + more)
    }
}
