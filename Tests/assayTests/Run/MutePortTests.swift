import Testing

@testable import assay
import TestThreads

/// A port that says nothing is looked at again in some cases and not in all: each look takes the longest wait there is.
@Suite(.mayBlock) struct MutePortTests {
    @Test func somePartOfTheCasesIsLookedAtAgainAndTheRestIsUnknown() throws {
        try withFolder { folder in
            let run = try ToolProcess([
                "run", "--quiet", "--platform", "ios", "--filter", "race-*", "--deadline", "300ms", "-i",
                "degenerate:silent", "--specs", ShippedFolder.specs, "--report-dir", folder + "/run",
            ])
            #expect(run.code == 1, "\(run.errors)")
            let line = try #require(run.outputLines.first { $0.contains("NOT CONFORMANT (core)") })
            #expect(line.contains(": 8 of "), "\(line)")
            // So says who reads the trace.
            let check = try ToolProcess(["check", folder + "/run", "--specs", ShippedFolder.specs])
            #expect(check.code == 1 && check.output.contains(line), "\(check.output)")
        }
    }
}
