/// What must hold of everything that comes in and is no token, whatever the bytes are: nothing ends the process, and what is
/// read in two ways is the same in both.
///
/// Each is tried with the bytes as they are, and with the sentence that they spell in the words of ``Grammar``.
package enum InputProperty: String, Sendable, CaseIterable {
    /// The bytes of a connection are the same requests however they are cut.
    case head
    /// A line of an adapter is a message or a mistake, and a message is written as it was read.
    case line
    /// A line of a trace is an observation or a mistake, and an observation is written as it was read.
    case trace
    /// A file of the specs, of a world or of a load is read, or its mistakes say where they are.
    case yaml
    /// The control API answers with something better than 500.
    case control
    /// So do the service providers.
    case service

    /// What is wrong; nil when the property holds for the bytes.
    package func objection(to bytes: [UInt8]) -> String? {
        check(bytes) ?? check(Grammar.sentence(of: bytes, words: Grammar.words[self] ?? []))
    }

    private func check(_ bytes: [UInt8]) -> String? {
        switch self {
        case .head: HeadProperty.objection(to: bytes)
        case .line: RecordProperty.objection(toLine: bytes)
        case .trace: RecordProperty.objection(toTrace: bytes)
        case .yaml: YAMLProperty.shared.objection(to: bytes)
        case .control: ServiceProperty.shared.objection(toControl: bytes)
        case .service: ServiceProperty.shared.objection(toService: bytes)
        }
    }
}
