internal import Synchronization

/// What the last filter named; nil before there was one.
final class FilteredNames: Sendable {
    private let names = Mutex<[String]?>(nil)

    var value: [String]? { names.withLock { $0 } }

    func set(_ value: [String]?) {
        names.withLock { $0 = value }
    }
}
