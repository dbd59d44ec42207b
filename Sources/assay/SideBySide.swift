import Synchronization

/// What comes of each item, so many at once; in the order of the items.
///
/// All of them are begun, also where one fails; the first failure in their order is thrown.
func sideBySide<Item: Sendable, Value: Sendable>(
    _ items: [Item], atOnce width: Int, _ work: @escaping @Sendable (Item) async throws(ToolError) -> Value
) async throws(ToolError) -> [Value] {
    let queue = PlaceQueue(count: items.count)
    let results = await withTaskGroup(of: [(place: Int, result: Result<Value, ToolError>)].self) { group in
        for _ in 0..<min(max(1, width), items.count) {
            group.addTask {
                var own: [(place: Int, result: Result<Value, ToolError>)] = []
                while let place = queue.next() {
                    do throws(ToolError) {
                        own.append((place, .success(try await work(items[place]))))
                    } catch {
                        own.append((place, .failure(error)))
                    }
                }
                return own
            }
        }
        return await group.reduce(into: []) { $0 += $1 }
    }
    var values: [Value] = []
    for one in results.sorted(by: { $0.place < $1.place }) { values.append(try one.result.get()) }
    precondition(values.count == items.count, "every item has a result")
    return values
}

/// Hands out the places of a list, each once.
private final class PlaceQueue: Sendable {
    private let count: Int
    private let taken = Atomic(0)

    init(count: Int) { self.count = count }

    func next() -> Int? {
        let place = taken.add(1, ordering: .relaxed).oldValue
        return place < count ? place : nil
    }
}
