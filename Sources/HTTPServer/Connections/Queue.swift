/// First in, first out, in one piece of memory that is kept.
struct Queue<Element> {
    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var indices: Range<Int> { 0..<count }

    /// Counted from the element that leaves next.
    subscript(index: Int) -> Element {
        get { elements[head + index] }
        _modify { yield &elements[head + index] }
    }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func removeFirst() {
        head += 1
        if head == elements.count { return removeAll() }
        // Half of the memory at most is behind the head, and moving the rest is paid by the removals before.
        guard head * 2 >= elements.count else { return }
        elements.removeFirst(head)
        head = 0
    }

    mutating func removeAll() {
        elements.removeAll(keepingCapacity: true)
        head = 0
    }
}
