import Evidence
import Load
import Testing

@testable import assay

/// What `assay load` takes, and what it does not do unasked.
@Suite struct LoadCommandTests {
    @Test(
        arguments: [
            ("http://127.0.0.1:8080", true), ("http://127.9.8.7/x", true), ("http://localhost:80", true),
            ("http://[::1]:8080", true), ("https://sp.auth.adobe.com", false),
            ("http://127.0.0.1.example.com", false), ("http://127.0.0.1@example.com", false),
            ("http://localhost.example.com", false), ("http://10.0.0.1", false), ("http://127.0.0.256", false),
        ])
    func onlyThisMachineIsThisMachine(url: String, isHere: Bool) {
        #expect(LoadBackendChoice.isLoopback(url) == isHere)
    }

    private func message(_ arguments: [String]) async -> String {
        var command = LoadCommand()
        do throws(UsageError) {
            try LoadCommand.syntax.parse(arguments, into: &command)
        } catch {
            return "\(error)"
        }
        do throws(ToolError) {
            _ = try await command.run()
            return ""
        } catch {
            return error.message
        }
    }

    @Test(
        arguments: [
            (["smoke", "--backend", "https://sp.example.com"], "--i-may-load-this-host"),
            (["smoke", "--bind", "requestor=X"], "it goes with '--backend URL'"),
            (["smoke", "--rate", "5"], "expected a rate such as 100/s, found '5'"),
            (["smoke", "--rate", "5/s", "--users", "5"], "exclude each other"),
            (["smoke", "--backend", "proces"], "did you mean 'process'?"),
            (["smok"], "unknown profile 'smok'; did you mean 'smoke'?"),
            (["nowhere.yaml"], "the profile cannot be read"),
        ])
    func whatCannotBeDoneIsSaidBeforeAnythingIsLoaded(arguments: [String], words: String) async {
        #expect(await message(arguments + ["--specs", ShippedFolder.specs]).contains(words))
    }
}
