import Documents
import Testing

@testable import assay
import TestThreads

/// The tool as `make program` packs it, from the one that was built for the tests.
@Suite(.mayBlock) struct CarriedProgramTests {
    @Test func aPackedProgramNeedsNoFolderOfSpecs() throws {
        try withFolder { folder in
            let packing = try ToolProcess(
                shell: "cd \(ShippedFolder.root) && ASSAY_COMMIT=abc Packaging/carry.sh \"$0\" \(folder)/assay")
            #expect(packing.code == 0, "\(packing.errors)")
            func packed(_ arguments: String) throws -> ToolProcess {
                try ToolProcess(shell: "cd / && \(folder)/assay \(arguments)")
            }
            let version = try packed("version --json")
            let json = try JSON.parse(Array(version.output.utf8), file: "version")
            #expect(json["commit"] == "abc")
            #expect(json["specs"]?.string == (try SpecFolder.digest(of: ShippedFolder.specs)))
            #expect(json["libraries"]?["libyaml"]?.string?.contains(".") == true)
            #expect(try packed("spec verify").code == 0)
            #expect(try packed("list").output == ToolProcess(["list", "--specs", ShippedFolder.specs]).output)
            #expect(try packed("files").outputLines.contains("Specs/schema/run.schema.json"))
            let page = try packed("files Documentation/glossary.md").output
            #expect(try Array(page.utf8) == File.read(ShippedFolder.root + "Documentation/glossary.md"))
            // A folder that is given wins, and what is carried can be had as one.
            #expect(try packed("files --to \(folder)/out").code == 0)
            #expect(try packed("list --specs \(folder)/out/Specs").code == 0)
            #expect(try packed("list --specs \(folder)/out").code == 4)
            #expect(try packed("files --to \(folder)/out").errors.contains("is not empty, and nothing was written"))
            #expect(try packed("run --filter sign-in --platform ios --quiet --report-dir \(folder)/run").code == 0)
            #expect(try ToolProcess(shell: "rm -rf \(folder)/out").code == 0)
        }
    }

    @Test func aProgramThatWasOnlyBuiltSaysThatItCarriesNothing() throws {
        let tool = try ToolProcess(["files"])
        #expect(tool.code == 3 && tool.errors.contains("this program carries no files"))
        let version = try ToolProcess(["version", "--json", "--specs", ShippedFolder.specs])
        #expect(version.output.contains("\"commit\":null"))
    }
}
