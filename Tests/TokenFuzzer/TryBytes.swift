internal import InputProperties
internal import TokenProperties

private let name = CommandLine.arguments.dropFirst().first ?? ""
/// The property the command line names; both nil when it names none.
private let ofTokens = Property(rawValue: name)
private let ofInput = InputProperty(rawValue: name)

var isPropertyNamed: Bool { ofTokens != nil || ofInput != nil }

/// One round: dies with the objection, for that is what libFuzzer looks for.
nonisolated func tryBytes(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    if let objection = ofTokens?.objection(to: text) ?? ofInput?.objection(to: text) { fatalError(objection) }
    return 0
}
