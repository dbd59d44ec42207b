internal import TokenProperties

/// The property the command line names; nil when it names none.
let fuzzedProperty = CommandLine.arguments.dropFirst().first.flatMap(Property.init)

/// One round: dies with the objection, for that is what libFuzzer looks for.
nonisolated func tryBytes(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    if let objection = fuzzedProperty?.objection(to: text) { fatalError(objection) }
    return 0
}
