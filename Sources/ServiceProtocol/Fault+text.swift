internal import Documents
internal import Timing

extension Fault: CustomStringConvertible {
    /// Reads what ``description`` writes: a name, and in parentheses its arguments, such as `status(503)`,
    /// `truncate(20)`, `truncate`, `stall`, `slow(16, 5ms)`.
    package init?(_ text: String) {
        guard let (name, arguments) = Self.taken(apart: text), let kind = Self.kinds.first(where: { $0.name == name }),
            let fault = kind.make(arguments)
        else { return nil }
        self = fault
    }

    /// What keeps a text from being a fault, in words; nil when nothing does.
    package static func problem(of text: String) -> String? {
        guard Fault(text) == nil else { return nil }
        let name = String(text.prefix { $0 != "(" })
        if let kind = kinds.first(where: { $0.name == name }) {
            return "'\(text)' is not how the fault \(name) is written; write \(kind.form)"
        }
        let guess = closest(name, among: kinds.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        return "unknown fault '\(text)'\(guess)"
    }

    package var description: String {
        switch self {
        case .refuse: "refuse"
        case .resetAfterHeaders: "resetAfterHeaders"
        case .truncate(nil): "truncate"
        case .truncate(let count?): "truncate(\(count))"
        case .stall(0): "stall"
        case .stall(let count): "stall(\(count))"
        case .slow(let count, let pause): "slow(\(count), \(pause.millisecondsRoundedUp)ms)"
        case .status(let status): "status(\(status))"
        case .malformedXML: "malformedXML"
        case .wrongContentType: "wrongContentType"
        case .redirectLoop: "redirectLoop"
        case .duplicateResponse: "duplicateResponse"
        case .wrongRequestor: "wrongRequestor"
        case .foreignDevice: "foreignDevice"
        }
    }
}

/// How faults are written.
extension Fault {
    private struct Kind: Sendable {
        var name: String
        var form: String
        var make: @Sendable ([String]) -> Fault?
    }

    private static let kinds = [
        plain(.refuse), plain(.resetAfterHeaders),
        Kind(name: "truncate", form: "truncate or truncate(BYTES)") { arguments in
            if arguments.isEmpty { return .truncate(bodyBytes: nil) }
            return count(arguments).map { .truncate(bodyBytes: $0) }
        },
        Kind(name: "stall", form: "stall or stall(BYTES)") { arguments in
            if arguments.isEmpty { return .stall(bodyBytes: 0) }
            return count(arguments).map { .stall(bodyBytes: $0) }
        },
        Kind(name: "slow", form: "slow or slow(BYTES, TIME)") { arguments in
            if arguments.isEmpty { return .slow(bytesPerChunk: 16, every: .milliseconds(5)) }
            guard arguments.count == 2, let count = count([arguments[0]]), count > 0,
                let pause = try? DurationText.parse(arguments[1])
            else { return nil }
            return .slow(bytesPerChunk: count, every: pause)
        },
        Kind(name: "status", form: "status(NUMBER), from 200 to 599") { arguments in
            count(arguments).flatMap { (200...599).contains($0) ? .status($0) : nil }
        },
        plain(.malformedXML), plain(.wrongContentType), plain(.redirectLoop), plain(.duplicateResponse),
        plain(.wrongRequestor), plain(.foreignDevice),
    ]

    private static func plain(_ fault: Fault) -> Kind {
        Kind(name: fault.description, form: fault.description) { $0.isEmpty ? fault : nil }
    }

    /// The one argument as a number of bytes or a status.
    private static func count(_ arguments: [String]) -> Int? {
        guard arguments.count == 1, arguments[0].utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(arguments[0])
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
