import AccessEnablerAPI
import Documents
import Exploration

/// A folder that keeps from one search to the next what failed, and what was through something new.
struct Corpus {
    private let path: String

    init(_ path: String) throws(ToolError) {
        self.path = path
        do throws(FileError) { try Folder.create(path) } catch { throw .broken("the corpus cannot be kept: \(error)") }
    }

    private func file(_ platform: Platform) -> String { "\(path)/\(platform.rawValue).txt" }

    /// What failed last time, and then what was interesting; nothing where there is no corpus yet.
    func choices(of platform: Platform) throws(ToolError) -> [Choices] {
        let file = file(platform)
        guard Folder.exists(file) else { return [] }
        let bytes: [UInt8]
        do throws(FileError) { bytes = try File.read(file) } catch { throw .input("the corpus: \(error)") }
        var all: [Choices] = []
        for (index, line) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").enumerated()
        where !line.hasPrefix("#") {
            guard let choices = Choices(line: line) else {
                throw .input("\(file):\(index + 1):1: expected numbers with commas between, and ';' between moves")
            }
            all.append(choices)
        }
        return all
    }

    func keep(_ outcome: Explorer.Outcome, of platform: Platform) throws(ToolError) {
        let all = outcome.findings.map(\.choices) + outcome.interesting
        let text =
            "# Kept by 'assay explore --corpus': choices of scenarios, those that failed first.\n"
            + all.map { $0.line + "\n" }.joined()
        do throws(FileError) { try File.write(text, to: file(platform)) } catch {
            throw .broken("the corpus cannot be kept: \(error)")
        }
    }
}

extension Choices {
    /// `1,0,3;4,5;6,7`: the world's, then those of each move.
    var line: String {
        ([world] + moves).map { $0.map(String.init).joined(separator: ",") }.joined(separator: ";")
    }

    init?(line: some StringProtocol) {
        var lists: [[Int]] = []
        for part in line.split(separator: ";", omittingEmptySubsequences: false) {
            let numbers = part.split(separator: ",").map { Int($0) }
            guard !numbers.contains(nil) else { return nil }
            lists.append(numbers.compactMap(\.self))
        }
        guard let world = lists.first else { return nil }
        self.init(world: world, moves: Array(lists.dropFirst()))
    }
}
