import Documents
import Testing

@testable import assay

/// The workflows that are shipped as examples: that they can be read, have what their servers ask for, and call the tool with
/// options that it has.
struct CIExamplesTests {
    private static let folder = ShippedFolder.specs + "/../Examples/ci"

    private func yaml(_ name: String) throws -> JSON {
        let path = "\(Self.folder)/\(name)"
        return try YAML.read(String(decoding: try File.read(path), as: UTF8.self), file: name).json
    }

    @Test func theActionIsACompositeOne() throws {
        let action = try yaml("github/action.yml")
        #expect(action["runs"]?["using"] == "composite" && action["name"]?.string != nil)
        let steps = try #require(action["runs"]?["steps"]?.array)
        for step in steps {
            // A composite action names the shell of each command.
            #expect((step["run"] == nil) == (step["shell"] == nil) && (step["run"] == nil) != (step["uses"] == nil))
        }
        // What comes from outside reaches the shell in variables alone.
        #expect(steps.allSatisfy { $0["run"]?.string?.contains("${{") != true })
    }

    @Test func theWorkflowUsesTheActionAsItIs() throws {
        let workflow = try yaml("github/nightly.yml")
        #expect(workflow["on"]?["schedule"]?.array?.first?["cron"]?.string?.split(separator: " ").count == 5)
        let steps = try #require(workflow["jobs"]?["certify"]?["steps"]?.array)
        let use = try #require(steps.first { $0["uses"] == "./Examples/ci/github" })
        let inputs = try yaml("github/action.yml")["inputs"]?.object?.keys ?? []
        let given = Set(use["with"]?.object?.keys ?? ["none"])
        #expect(given.isSubset(of: inputs))
    }

    @Test func theJobOfGitLabHasItsReports() throws {
        let job = try #require(try yaml("gitlab/.gitlab-ci.yml")["certify"])
        #expect(job["script"]?.array?.isEmpty == false && job["artifacts"]?["when"] == "always")
        #expect(job["artifacts"]?["reports"]?["junit"] == "report/junit.xml")
        #expect(job["artifacts"]?["reports"]?["codequality"] == "report/code-quality.json")
    }

    @Test func theJenkinsfileIsADeclarativePipelineWhoseBracketsClose() throws {
        let text = String(decoding: try File.read(Self.folder + "/jenkins/Jenkinsfile"), as: UTF8.self)
        var open: [Character] = []
        var quote: Character?
        for character in text.drop(while: { $0 != "\n" }) {
            if let own = quote {
                if character == own { quote = nil }
            } else if "'\"".contains(character) {
                quote = character
            } else if "({".contains(character) {
                open.append(character == "(" ? ")" : "}")
            } else if ")}".contains(character) {
                #expect(open.popLast() == character)
            }
        }
        #expect(open.isEmpty && quote == nil)
        for word in ["pipeline {", "agent any", "stages {", "steps {", "post {"] { #expect(text.contains(word)) }
    }

    @Test(arguments: ["github/action.yml", "github/nightly.yml", "gitlab/.gitlab-ci.yml", "jenkins/Jenkinsfile"])
    func theToolHasTheOptionsThatAreCalled(_ name: String) throws {
        let text = String(decoding: try File.read("\(Self.folder)/\(name)"), as: UTF8.self)
        let commands = CommandLineReader.standard.commands
        var called = 0
        for piece in text.split(separator: "assay ").dropFirst() {
            let word = String(piece.prefix { $0.isLetter })
            guard let command = commands.first(where: { $0.name == word }) else { continue }
            called += 1
            let known = Set(command.arguments.flatMap(\.names))
            let call = piece.prefix { $0 != "'" || word == "run" }.split(separator: "apt-get")[0]
            for option in call.matches(of: #/--[a-z][a-z-]+/#).map({ String($0.0) }) {
                #expect(known.contains(option), "\(word) \(option)")
            }
        }
        #expect(called > 0)
    }
}
