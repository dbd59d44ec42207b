internal import Synchronization

/// Pieces of work that are done one after the other, in the order in which they came.
///
/// Any thread.
package final class WorkLine: Sendable {
    /// Begins, and says when it has ended.
    package typealias Work = @Sendable (_ end: @escaping @Sendable () -> Void) -> Void

    private struct Line {
        var waiting: [Work] = []
        var isBusy = false
    }

    private let line = Mutex(Line())

    package init() {}

    /// Begins the work when all before it has ended, which may be at once.
    package func add(_ work: @escaping Work) {
        let isFirst = line.withLock { line in
            line.waiting.append(work)
            return !exchange(&line.isBusy, with: true)
        }
        if isFirst { beginNext() }
    }

    private func beginNext() {
        let next = line.withLock { line in
            line.isBusy = !line.waiting.isEmpty
            return line.isBusy ? line.waiting.removeFirst() : nil
        }
        next? { [self] in beginNext() }
    }
}
