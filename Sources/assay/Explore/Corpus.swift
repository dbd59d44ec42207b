import AccessEnablerAPI
import Documents
import Evidence
import Exploration

/// A folder that keeps from one search to the next what failed, and what was through something new.
struct Corpus {
    private let path: String

    init(_ path: String) throws(ToolError) {
        self.path = path
        try saying("the corpus cannot be kept") { try Folder.create(path) }
    }

    private func file(_ platform: Platform) -> String { "\(path)/\(platform.rawValue).txt" }

    private static let head = "# Kept by 'assay explore --corpus': choices of scenarios, those that failed first."
    private static let maximumBytes = 16 << 20

    /// What failed last time, and then what was interesting; nothing where there is no corpus yet.
    func choices(of platform: Platform) throws(ToolError) -> [Choices] {
        let file = file(platform)
        guard Folder.exists(file) else { return [] }
        let bytes = try saying("the corpus", as: .usage) { try File.read(file, maximumBytes: Self.maximumBytes) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // The file will be replaced: it had better be one of these.
        guard lines.first == Self.head else {
            throw .input("\(file):1:1: not a corpus of 'assay explore', which begins with '\(Self.head)'")
        }
        guard lines.last == "" else { throw .input("\(file):\(lines.count):1: the last line was cut off") }
        var all: [Choices] = []
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            guard let choices = Choices(line: line) else {
                throw .input(
                    "\(file):\(index + 1):1: expected the numbers of a world and, after ';', of each move, with commas "
                        + "between, as this version of assay writes them")
            }
            all.append(choices)
        }
        return all
    }

    func keep(_ outcome: Exploration, of platform: Platform) throws(ToolError) {
        let all = outcome.findings.map(\.choices) + outcome.interesting + outcome.untried
        let text = Self.head + "\n" + all.map { $0.line + "\n" }.joined()
        try saying("the corpus cannot be kept") { try File.write(text, to: file(platform)) }
    }
}

extension Choices {
    /// `1,0,3;4,5;6,7`: the world's, then those of each move.
    var line: String {
        ([world] + moves).map { $0.map(String.init).joined(separator: ",") }.joined(separator: ";")
    }

    init?(line: String) {
        var lists: [[Int]] = []
        for part in line.split(separator: ";", omittingEmptySubsequences: false) {
            let words = part.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = words.compactMap { UInt32($0) }.map(Int.init)
            guard numbers.count == words.count else { return nil }
            lists.append(numbers)
        }
        let (world, moves) = (lists[0], Array(lists.dropFirst()))
        guard world.count == Choices.ofWorld, moves.count <= 1_000, moves.allSatisfy({ $0.count == Choices.ofMove })
        else { return nil }
        self.init(world: world, moves: moves)
    }
}
