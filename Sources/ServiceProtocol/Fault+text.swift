internal import Documents
internal import Timing

extension Fault: CustomStringConvertible {
    /// What a fault is called in contracts, worlds and load profiles.
    package enum Name: String, CaseIterable {
        case refuse, resetAfterHeaders, truncate, stall, slow, status, refusal, htmlPage, malformedXML, wrongContentType
        case redirectLoop, duplicateResponse, wrongRequestor, foreignDevice

        /// How it is written.
        var form: String {
            switch self {
            case .truncate, .stall: "\(rawValue) or \(rawValue)(BYTES)"
            case .slow: "slow or slow(BYTES, TIME)"
            case .status: "status(NUMBER), from 200 to 599"
            case .refusal: "refusal(200) or refusal(400)"
            default: rawValue
            }
        }
    }

    /// Reads what ``description`` writes: a name, and in parentheses its arguments, such as `status(503)`,
    /// `truncate(20)`, `truncate`, `stall`, `slow(16, 5ms)`.
    package init?(_ text: String) {
        guard let (name, arguments) = Self.taken(apart: text), let name = Name(rawValue: name),
            let fault = Self.fault(name, arguments)
        else { return nil }
        self = fault
    }

    /// What keeps a text from being a fault, in words; nil when nothing does.
    package static func problem(of text: String) -> String? {
        guard Fault(text) == nil else { return nil }
        let word = String(text.prefix { $0 != "(" })
        if let name = Name(rawValue: word) {
            return "'\(text)' is not how the fault \(word) is written; write \(name.form)"
        }
        return "unknown fault '\(text)'" + suggestion(for: word, among: Name.allCases.map(\.rawValue))
    }

    package var name: Name {
        switch self {
        case .refuse: .refuse
        case .resetAfterHeaders: .resetAfterHeaders
        case .truncate: .truncate
        case .stall: .stall
        case .slow: .slow
        case .status: .status
        case .refusal: .refusal
        case .htmlPage: .htmlPage
        case .malformedXML: .malformedXML
        case .wrongContentType: .wrongContentType
        case .redirectLoop: .redirectLoop
        case .duplicateResponse: .duplicateResponse
        case .wrongRequestor: .wrongRequestor
        case .foreignDevice: .foreignDevice
        }
    }

    package var description: String {
        switch self {
        case .truncate(let count?): "truncate(\(count))"
        case .stall(let count) where count > 0: "stall(\(count))"
        case .slow(let count, let pause): "slow(\(count), \(pause.millisecondsRoundedUp)ms)"
        case .status(let status): "status(\(status))"
        case .refusal(let status): "refusal(\(status))"
        default: name.rawValue
        }
    }

    /// What the names alone stand for.
    private static let plain: [Name: Fault] = [
        .refuse: .refuse, .resetAfterHeaders: .resetAfterHeaders, .truncate: .truncate(bodyBytes: nil),
        .stall: .stall(bodyBytes: 0), .slow: .slow(bytesPerChunk: 16, every: .milliseconds(5)), .htmlPage: .htmlPage,
        .malformedXML: .malformedXML, .wrongContentType: .wrongContentType, .redirectLoop: .redirectLoop,
        .duplicateResponse: .duplicateResponse, .wrongRequestor: .wrongRequestor, .foreignDevice: .foreignDevice,
    ]

    private static func fault(_ name: Name, _ arguments: [String]) -> Fault? {
        if arguments.isEmpty { return plain[name] }
        switch name {
        case .truncate: return count(arguments).map { .truncate(bodyBytes: $0) }
        case .stall: return count(arguments).map { .stall(bodyBytes: $0) }
        case .slow:
            guard arguments.count == 2, let count = count([arguments[0]]), count > 0,
                let pause = try? DurationText.parse(arguments[1])
            else { return nil }
            return .slow(bytesPerChunk: count, every: pause)
        case .status: return count(arguments).flatMap { (200...599).contains($0) ? .status($0) : nil }
        case .refusal: return count(arguments).flatMap { [200, 400].contains($0) ? .refusal($0) : nil }
        default: return nil
        }
    }

    /// No reply has more bytes.
    private static let maxCount = 1 << 30

    /// The one argument as a number of bytes or a status.
    private static func count(_ arguments: [String]) -> Int? {
        guard arguments.count == 1, arguments[0].utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(arguments[0]).flatMap { $0 <= maxCount ? $0 : nil }
    }

    /// The name, and what stands in the parentheses.
    private static func taken(apart text: String) -> (name: String, arguments: [String])? {
        guard let open = text.firstIndex(of: "(") else { return (text, []) }
        guard text.hasSuffix(")") else { return nil }
        let inner = text[text.index(after: open)...].dropLast()
        let arguments = inner.split(separator: ",", omittingEmptySubsequences: false)
        return (String(text[..<open]), arguments.map { String($0.drop { $0 == " " }) })
    }
}
