import Backend
import Documents
import POSIX
import Testing
import TestThreads

/// The program that the documentation shows, run as its reader would run it.
@Suite(.mayBlock) struct LoginExampleTests {
    /// Built beside the tests.
    private static let program =
        (CommandLine.arguments.first ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .map { $0 + "/" }.joined() + "LoginExample"

    @Test(.enabled(if: Program.areInstalled("stdbuf")))
    func theProgramOfTheReadMeEndsWithAMediaToken() async throws {
        let bench = try Bench(openWorld: OpenWorld())
        let site = bench.backend.baseURLs[0]
        let printed = Monitor<[String]>([])
        let child = try ChildProcess(["/usr/bin/env", "stdbuf", "-oL", Self.program, site]) { event in
            switch event {
            case .line(let line): printed.change { $0.append(String(decoding: line, as: UTF8.self)) }
            case .ended(let status): printed.change { $0.append("\(status)") }
            default: break
            }
        }
        defer { child.terminate(grace: .zero) }
        let code: Substring = printed.wait { lines in
            if let status = lines.first(where: { $0.contains("errorId: \"REGCODE\"") }) {
                return status.components(after: "message: \"")
            }
            return lines.last { $0.hasPrefix("exited") || $0.hasPrefix("was ended") }.map { $0[...] }
        }

        let visitor = try Visitor(site)
        let choice = try visitor.submit(visitor.open("/activate"), form: "activate", filling: ["code": String(code)])
        let form = try visitor.submit(try visitor.submit(choice))
        let carrier = try visitor.submit(form, form: "login", filling: ["username": "user", "password": "password"])
        #expect(try visitor.submit(carrier).text.contains("You are signed in"))

        #expect(await child.exit() == .exited(0))
        let last = try #require(printed.wait { $0 }.dropLast().last)
        #expect(last.hasPrefix("setToken:forResource: token=\"<signatureInfo>"))
        #expect(last.hasSuffix("resource=\"News\""))
    }

    @Test func theDocumentationShowsTheProgramAsItIs() throws {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        let program = try String(decoding: File.read(root + "/Examples/swift/main.swift"), as: UTF8.self)
        let page = try String(decoding: File.read(root + "/Documentation/reference.md"), as: UTF8.self)
        #expect(page.contains("```swift\n\(program)```"))
    }
}

extension String {
    /// What stands between `start` and the next quotation mark.
    fileprivate func components(after start: String) -> Substring? {
        guard let found = firstRange(of: start) else { return nil }
        return self[found.upperBound...].prefix { $0 != "\"" }
    }
}
