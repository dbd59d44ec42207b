import Glibc
import Testing
import TestThreads

/// Bugs that other SDKs had, in the port in Python.
@Suite(.mayBlock) struct WholeRunsOfPlantedBugs {
    /// All fit the port, and two of them are met, which ASSAY_SEED chooses; `make bugs` meets all.
    @Test func whatIsPlantedIsCaught() throws {
        let seed = unsafe getenv("ASSAY_SEED").map { unsafe String(cString: $0) } ?? "1"
        let script = ShippedFolder.root + "Tests/Bugs/bugs.py"
        let run = try ToolProcess(shell: "ASSAY=\"$0\" python3 -B '\(script)' --seed '\(seed)'")
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        #expect(run.output.contains("\n2 of 2 bugs caught; "))
    }
}
