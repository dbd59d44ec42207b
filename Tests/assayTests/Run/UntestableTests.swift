import Testing

@testable import assay
import TestThreads

/// Statements that are said to be decided by nothing.
@Suite(.mayBlock) struct UntestableTests {
    @Test func whatARuleDecidesIsNotUntestable() throws {
        try withFolder { folder in
            let listed =
                "sed -i 's/\\[AE-XML-001,/[AE-XML-005, AE-XML-001,/' \(folder)/Specs/statements/untestable.yaml"
            let run = try ToolProcess(
                shell: "cp -r '\(ShippedFolder.specs)' \(folder)/Specs && \(listed) && "
                    + "exec \"$0\" spec verify --specs \(folder)/Specs")
            #expect(run.code == 4)
            #expect(
                run.errors.hasSuffix(
                    "the statement 'AE-XML-005' is decided by the rule 'sound-tokens' and so does not belong here\n"))
        }
    }
}
