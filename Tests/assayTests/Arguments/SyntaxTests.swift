import Testing

@testable import assay
import TestThreads

@Suite(.mayBlock) struct SyntaxTests {
    private struct Values: Sendable, Equatable {
        var place = ""
        var count = 1
        var wait = Duration.seconds(1)
        var names: [String] = []
        var choice = ColorChoice.auto
        var isQuiet = false
    }

    private static let syntax = Syntax<Values>(
        "Does a thing.", notes: "And that is all.",
        .positional("place", sets: \.place, help: "where"),
        .option("--count", "-c", value: "number", sets: \.count, help: "how many"),
        .option("--wait", value: "time", sets: \.wait, help: "how long"),
        .options("--name", value: "text", addsTo: \.names, help: "whom"),
        .option("--color", value: "when", sets: \.choice, help: "colours"),
        .flag("--quiet", "-q", sets: \.isQuiet, help: "say nothing"))

    private func parse(_ arguments: String...) throws(UsageError) -> Values {
        var values = Values()
        try Self.syntax.parse(arguments, into: &values)
        return values
    }

    @Test func valuesFollowTheirNameOrAnEqualsSign() throws {
        let expected = Values(
            place: "here", count: 7, wait: .milliseconds(250), names: ["a", "--b"], choice: .never, isQuiet: true)
        #expect(
            try parse("--count", "7", "--wait=250ms", "here", "--name", "a", "--name=--b", "--color", "never", "-q")
                == expected)
        #expect(try parse("-c=7", "--", "-x") == Values(place: "-x", count: 7))
    }

    @Test(arguments: [
        (["x", "--cuont", "1"], "unknown option '--cuont'; did you mean '--count'?"),
        (["x", "--zzzzzzzz"], "unknown option '--zzzzzzzz'"),
        (["x", "-z"], "unknown option '-z'; did you mean '-c'?"),
        (["x", "--count"], "missing value for '--count <number>'"),
        (["x", "--count", "--quiet"], "missing value for '--count <number>'"),
        (["x", "--count", "many"], "'--count <number>': expected a number, found 'many'"),
        (["x", "--wait", "5"], "'--wait <time>': a duration needs a unit (ms, s, m, h or d); did you mean '5s'?"),
        (["x", "--color", "alwas"], "'--color <when>': unknown value 'alwas'; did you mean 'always'?"),
        (["x", "--color", "x"], "'--color <when>': unknown value 'x'; expected auto, always, never"),
        (["x", "--quiet=1"], "'--quiet' takes no value, but was given '1'"),
        (["x", "--count", "1", "-c", "2"], "'--count' is given twice"),
        (["x", "y"], "unexpected argument 'y'"),
        ([], "missing '<place>'"),
    ])
    func aMistakeIsTold(_ arguments: [String], _ message: String) {
        var values = Values()
        let error = #expect(throws: UsageError.self) { try Self.syntax.parse(arguments, into: &values) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        (["run", "sign-in"], "unexpected argument 'sign-in'; to choose cases, '--filter sign-in'"),
        (
            ["lint-adapter", "python3", "x.py"],
            "unexpected argument 'x.py'; a command with its arguments is one argument: '\"python3 x.py\"'"
        ),
        (["explain", "a", "b"], "unexpected argument 'b'"),
    ])
    func whatWasProbablyMeantIsTold(_ arguments: [String], _ message: String) async throws {
        let run = try ToolProcess(arguments)
        #expect(run.code == 4)
        #expect(run.errors.hasPrefix("assay: \(message)\n"))
    }

    @Test func theHelpHasEveryArgument() {
        #expect(
            Self.syntax.help(for: "assay do") == """
                Does a thing.

                usage: assay do <place> [--count <number>] [--wait <time>] [--name <text>]...
                       [--color <when>] [--quiet]

                  <place>               where
                  --count, -c <number>  how many
                  --wait <time>         how long
                  --name <text>         whom
                  --color <when>        colours
                  --quiet, -q           say nothing

                And that is all.

                """)
    }

    @Test func usageSaysThatTwoRunsAreCompared() {
        #expect(CompareCommand.syntax.help(for: "assay compare").contains("usage: assay compare <folder> <folder> ["))
    }
}
