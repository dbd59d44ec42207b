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

    /// What is shown to be typed again is everything that was typed, but for what may be a secret.
    @Test func theCommandToRunItAgainIsComplete() throws {
        var command = LoadCommand()
        try LoadCommand.syntax.parse(
            [
                "smoke", "-i", "exec:./port 'a b'", "--transport", "libcurl", "--processes", "3", "--duration",
                "1500ms", "--rate", "30/m",
                "--platform", "tvos", "--api-version", "3.1", "--deadline", "20s", "--i-may-load-this-host",
                "--backend", "http://127.0.0.1:1,https://b.example", "--bind", "password=word",
            ], into: &command)
        let text = command.again(seed: 7)
        #expect(
            text == "assay load smoke --implementation 'exec:./port '\\''a b'\\''' --seed 7 "
                + "--backend http://127.0.0.1:1,https://b.example --bind 'password=…' --i-may-load-this-host "
                + "--transport libcurl --processes 3 --duration 1500ms --rate 30/m --platform tvos --api-version 3.1 --deadline 20s"
        )
        command = LoadCommand()
        try LoadCommand.syntax.parse(["soak", "--visits", "2000000"], into: &command)
        #expect(command.again(seed: 1) == "assay load soak --implementation builtin --seed 1 --visits 2000000")
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
            (["smoke", "--transport", "libcur"], "libcurl"),
            (["smoke", "--backend", "proces"], "did you mean 'process'?"),
            (["smok"], "unknown profile 'smok'; did you mean 'smoke'?"),
            (["nowhere.yaml"], "the profile cannot be read"),
            (["smoke", "--api-version", "2.0", "--backend", "embedded"], "has no setRequestor:serviceProviders:"),
            (["smoke", "--users", "100000"], "100000 users at 8 service providers need more connections"),
            (["smoke", "--backend", "http://127.0.0.1:1", "--visits", "0"], "expected a number from 1"),
        ])
    func whatCannotBeDoneIsSaidBeforeAnythingIsLoaded(arguments: [String], words: String) async {
        #expect(await message(arguments + ["--specs", ShippedFolder.specs]).contains(words))
    }
}
