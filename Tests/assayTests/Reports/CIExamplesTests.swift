import Documents
import Testing

@testable import assay
import TestThreads

/// The workflows that are shipped as examples: that they can be read, have what their servers ask for, and call the tool with
/// options that it has.
@Suite(.mayBlock) struct CIExamplesTests: HasFolder {
    let temporary = TemporaryFolder()
    private static let folder = ShippedFolder.specs + "/../Examples/ci"

    private func yaml(_ name: String) throws -> JSON {
        let path = "\(Self.folder)/\(name)"
        return try YAML.read(try File.read(path), file: name).json
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
        // A night that fails is kept, too, behind all that may fail.
        #expect(steps.last?["if"] == "always()" && steps.last?["uses"]?.string?.contains("cache/save") == true)
        #expect(steps.contains { $0["uses"]?.string?.contains("cache/restore") == true })
    }

    @Test func theJobOfGitLabHasItsReports() throws {
        let job = try #require(try yaml("gitlab/.gitlab-ci.yml")["certify"])
        #expect(job["script"]?.array?.isEmpty == false && job["artifacts"]?["when"] == "always")
        #expect(job["artifacts"]?["reports"]?["junit"] == "report/junit.xml")
        #expect(job["artifacts"]?["reports"]?["codequality"] == "report/code-quality.json")
    }

    /// The sections of a declarative pipeline are where Jenkins allows them.
    @Test func theJenkinsfileIsADeclarativePipeline() throws {
        let allowed: [String: Set<String>] = [
            "": ["pipeline"], "pipeline": ["agent", "triggers", "stages", "post"], "triggers": ["cron"],
            "stages": ["stage"], "stage": ["steps"], "post": ["always"], "steps": ["sh"],
            "always": ["junit", "sh", "archiveArtifacts"],
        ]
        var path: [String] = []
        var seen: Set<String> = []
        for line in try jenkinsfile().split(separator: "\n") where !line.hasPrefix("//") {
            for piece in line.replacing(" { ", with: " {\n").replacing(" }", with: "\n}").split(separator: "\n") {
                let words = piece.drop { $0 == " " }
                if words.isEmpty { continue }
                if words == "}" {
                    #expect(path.popLast() != nil)
                    continue
                }
                let name = String(words.prefix { $0.isLetter })
                #expect(allowed[path.last ?? ""]?.contains(name) == true, "\(words) in \(path)")
                seen.insert(name)
                if words.hasSuffix("{") { path.append(name) }
            }
        }
        #expect(path.isEmpty && seen.isSuperset(of: ["agent", "stages", "steps", "always", "junit"]))
    }

    private func jenkinsfile() throws -> String {
        String(decoding: try File.read(Self.folder + "/jenkins/Jenkinsfile"), as: UTF8.self)
    }

    // MARK: - What they call, of one case instead of all

    /// Runs a step's script as the servers do, in a folder with the examples.
    private func call(_ script: String, in folder: String, _ variables: [String: String] = [:]) throws -> ToolProcess {
        let set = variables.map { "export \($0.key)='\($0.value)'\n" }.joined()
        return try ToolProcess(
            shell: """
                set -eo pipefail
                cd \(folder)
                ln -sfn \(ShippedFolder.root)Examples Examples
                tool=$0
                assay() {
                    if [ "$1" = run ]; then set -- "$@" --filter sign-in --specs \(ShippedFolder.specs); fi
                    "$tool" "$@"
                }
                \(set)\(script)
                """)
    }

    @Test func whatGitLabCallsWritesWhatItTakes() throws {
        for line in try #require(try yaml("gitlab/.gitlab-ci.yml")["certify"]?["script"]?.array) {
            let step = try call(try #require(line.string), in: folder)
            #expect(step.code == 0, "\(step)")
        }
        for name in ["junit.xml", "code-quality.json", "summary.md", "badge.svg"] {
            #expect(Folder.exists("\(folder)/report/\(name)"), "\(name)")
        }
    }

    @Test func whatGitHubCallsComparesTheSecondNightWithTheFirst() throws {
        let action = try #require(try yaml("github/action.yml")["runs"]?["steps"]?.array?.first?["run"]?.string)
        let steps = try #require(try yaml("github/nightly.yml")["jobs"]?["certify"]?["steps"]?.array)
        func script(_ word: String) throws -> String {
            try #require(steps.compactMap { $0["run"]?.string }.first { $0.contains(word) })
        }
        for night in ["1", "2"] {
            let (output, summary) = ("\(folder)/output", "\(folder)/summary-\(night).md")
            for file in [output, summary] { try File.write("", to: file) }
            var variables = ["GITHUB_RUN_ID": night, "GITHUB_OUTPUT": output, "GITHUB_STEP_SUMMARY": summary]
            #expect(try call(try script("GITHUB_OUTPUT"), in: folder, variables).code == 0)
            let before = String(decoding: try File.read(output), as: UTF8.self)
            #expect(before == (night == "1" ? "night=\n" : "night=nights/1/\n"))
            let earlier = String(before.dropFirst(6).dropLast())
            variables["IMPLEMENTATION"] = "exec:python3 Examples/python/adapter.py"
            variables["REPORT"] = "nights/\(night)"
            variables["AGAINST"] = earlier
            let run = try call(action, in: folder, variables)
            #expect(run.code == 0, "\(run)")
            let text = String(decoding: try File.read(summary), as: UTF8.self)
            #expect(text.contains("CONFORMANT") && text.contains("What changed") == (night == "2"))
            #expect(try call(try script("assay history"), in: folder, variables).code == 0)
            guard night == "2" else { continue }
            variables["BEFORE"] = earlier
            let compared = try call(try script("assay compare"), in: folder, variables)
            #expect(compared.code == 0 && compared.output.contains("NOT WORSE"), "\(compared)")
        }
        #expect(Folder.exists(folder + "/nights/history.html"))
    }

    @Test func whatJenkinsCallsWritesWhatItKeeps() throws {
        let calls = try jenkinsfile().matches(of: #/sh '([^']*)'/#).map { String($0.1) }
        #expect(calls.count == 2)
        for script in calls {
            let step = try call(script, in: folder, ["BUILD_NUMBER": "7"])
            #expect(step.code == 0, "\(step)")
        }
        #expect(Folder.exists(folder + "/nights/7/junit.xml") && Folder.exists(folder + "/nights/history.html"))
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
