/// Memory that grows by doubling, for the callbacks of a parser.
///
/// An array does the same, but asks with every element whether it is shared, which the callbacks cannot afford.
/// Whoever makes one releases it.
@safe
struct GrowingBuffer<Element: BitwiseCopyable> {
    private(set) var start: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        unsafe start = .allocate(capacity: capacity)
    }

    func release() {
        unsafe start.deallocate()
    }

    mutating func removeAll() {
        count = 0
    }

    /// There must be one.
    mutating func removeLast() {
        count -= 1
    }

    mutating func append(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        unsafe (start + count).initialize(to: element)
        count += 1
    }

    mutating func append(_ elements: UnsafePointer<Element>, count added: Int) {
        if count + added > capacity { grow(to: count + added) }
        unsafe (start + count).initialize(from: elements, count: added)
        count += added
    }

    var elements: UnsafeBufferPointer<Element> {
        unsafe UnsafeBufferPointer(start: start, count: count)
    }

    private mutating func grow(to needed: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(needed, 2 * capacity))
        unsafe larger.initialize(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
        capacity = max(needed, 2 * capacity)
    }
}
