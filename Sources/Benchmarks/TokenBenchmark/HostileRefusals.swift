internal import Foundation

/// Has the command line tool read every hostile document in a process of its own, and tells what that cost.
struct HostileRefusals {
    private static let milliseconds = 50.0
    private static let megabytes = 50.0
    /// What else the machine does only adds to what a document costs, so the cheapest of so many readings counts.
    private static let attempts = 3

    /// The program in C.
    var baseline: String
    var tool: String
    /// Where files may be.
    var folder: URL

    /// What became of one document; the start and the end of the process are part of it.
    private struct Outcome {
        var milliseconds: Double
        var megabytes: Double
        var status: Int
        var text: String

        /// As it should be: with a finding that says why, and at little cost.
        var isRefusal: Bool {
            status == 1 && text.contains("\"message\":\"") && milliseconds < HostileRefusals.milliseconds
                && megabytes < HostileRefusals.megabytes
        }
    }

    /// - Returns: whether every document was refused within the limits.
    func measure() throws -> Bool {
        var areAllRefused = true
        print("hostile documents, ms and MB of the whole process     as a token   as a configuration")
        let file = folder.appending(path: "hostile")
        for (token, configuration) in zip(
            HostileDocument.all(root: "authToken"), HostileDocument.all(root: "config"))
        {
            try token.write(to: file, after: "<signatureInfo>AAAA<signatureInfo>")
            let first = try cheapest(["token", "inspect", "--json", file.path])
            try configuration.write(to: file, after: "")
            let second = try cheapest(["configuration", "check", "--json", file.path])
            let name = ("  " + token.name).padding(toLength: 52, withPad: " ", startingAt: 0)
            print(name, Self.cells(first), Self.cells(second), separator: "")
            for outcome in [first, second] where !outcome.isRefusal {
                areAllRefused = false
                print("  NOT REFUSED WITHIN THE LIMITS: exit code \(outcome.status), \(outcome.text)")
            }
        }
        print(
            "  all refused with a finding, within \(Int(Self.milliseconds)) ms and \(Int(Self.megabytes)) MB each: ",
            areAllRefused ? "yes" : "NO", separator: "")
        return areAllRefused
    }

    private static func cells(_ outcome: Outcome) -> String {
        [outcome.milliseconds, outcome.megabytes].map { value in
            let text = String(Int(value.rounded(.up)))
            return String(repeating: " ", count: max(1, 7 - text.count)) + text
        }.joined()
    }

    private func cheapest(_ arguments: [String]) throws -> Outcome {
        var outcome = try run(arguments)
        for _ in 1..<Self.attempts where !outcome.isRefusal {
            let next = try run(arguments)
            if next.milliseconds < outcome.milliseconds { outcome = next }
        }
        return outcome
    }

    /// Has the program in C run the tool: a child's peak of memory starts with that of its parent, which is small there.
    private func run(_ arguments: [String]) throws -> Outcome {
        let output = folder.appending(path: "findings")
        let process = Process()
        process.executableURL = URL(filePath: baseline)
        process.arguments = ["cost", output.path, tool] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let line = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 3 else { throw CocoaError(.executableRuntimeMismatch) }
        return Outcome(
            milliseconds: numbers[0], megabytes: numbers[1] / 1_024, status: Int(numbers[2]),
            text: String(decoding: try Data(contentsOf: output).prefix(4_096), as: UTF8.self))
    }
}
