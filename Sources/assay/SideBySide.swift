/// What comes of each item, so many at once; in the order of the items.
///
/// All of them are begun, also where one fails; the first failure in their order is thrown.
func sideBySide<Item: Sendable, Value: Sendable>(
    _ items: [Item], atOnce width: Int, _ work: @escaping @Sendable (Item) async throws(ToolError) -> Value
) async throws(ToolError) -> [Value] {
    let results = await withTaskGroup(of: (place: Int, result: Result<Value, ToolError>).self) { group in
        var done: [(place: Int, result: Result<Value, ToolError>)] = []
        for (place, item) in items.enumerated() {
            if place >= max(1, width), let one = await group.next() { done.append(one) }
            group.addTask {
                do throws(ToolError) {
                    return (place, .success(try await work(item)))
                } catch {
                    return (place, .failure(error))
                }
            }
        }
        for await one in group { done.append(one) }
        return done
    }
    var values: [Value] = []
    for one in results.sorted(by: { $0.place < $1.place }) { values.append(try one.result.get()) }
    return values
}
