import Documents
import Mutants
import Reports
import Specification
import Testing

@testable import assay

struct FingerprintFileTests {
    @Test func rangesAreReadAsTheyAreWritten() {
        #expect(PlaceRanges.text([0, 1, 2, 5, 7, 8]) == "0-2 5 7-8")
        #expect(PlaceRanges.numbers("0-2 5 7-8", below: 9) == [0, 1, 2, 5, 7, 8])
        for text in ["a", "3-1", "1-2-3", "-", "1-999999999", "0-5 0-5", "3 3"] {
            #expect(PlaceRanges.numbers(text, below: 9) == nil, "\(text)")
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        let port = try #require(Mutant.named("last-wins"))
        let file = FingerprintFile(
            cases: ["a[x=1]", "b", "c"], slowCases: ["d"],
            ports: [
                Fingerprint(id: port.id, title: port.title, failures: ["a[x=1]": "x \"y\"", "b": "x \"y\"", "d": "z"])
            ])
        try withFolder { folder in
            try File.write(file.text, to: folder + "/f.yaml")
            #expect(try FingerprintFile.read(folder + "/f.yaml") == file)
            try File.write(file.text.replacing("\"0-1\"", with: "\"0-9\""), to: folder + "/f.yaml")
            let error = #expect(throws: ToolError.self) { try FingerprintFile.read(folder + "/f.yaml") }
            #expect(
                error?.message.contains("/f.yaml:15:13: expected places in the list of cases") == true,
                "\(error as Any)")
        }
        #expect(try FingerprintFile.read("/nonexistent") == nil)
    }

    @Test func aPortThatIsKeptDidNotMeetWhatWasWrittenSince() throws {
        let all = try ShippedFolder.read().specifications.catalog.cases
        let whole = FingerprintFile(cases: all, [], keeping: nil)
        let (new, slow) = (try #require(whole.cases.last), whole.slowCases)
        let port = Fingerprint(id: "last-wins", title: "", failures: [whole.cases[0]: "x"])
        let kept = FingerprintFile(cases: Array(whole.cases.dropLast()), slowCases: slow, ports: [port])
        let renewed = FingerprintFile(cases: all, [], keeping: kept)
        #expect(renewed.cases == kept.cases)
        #expect(Set(renewed.slowCases) == Set(slow + [new]))
        #expect(renewed.ports.map(\.id) == ["last-wins"])
    }

    @Test func nearlyEveryWrongPortThatErrsAlwaysHasAFingerprint() throws {
        let folder = try ShippedFolder.read()
        let file = try #require(try FingerprintFile.read(FingerprintFile.path(in: folder.path)))
        let named = Set(file.ports.map(\.id))
        let missing = Mutant.all.filter { $0.rate == 1 && !named.contains($0.id) }
        #expect(missing.count * 10 < Mutant.all.count, "\(missing.map(\.id))")
        let cases = Set(folder.specifications.catalog.cases.map(\.id))
        #expect(file.cases.count { !cases.contains($0) } * 10 < file.cases.count)
    }

    /// A port that is wrong in a way of its own is not told that it is another.
    @Test func wrongPortsThatAreLeftOutAreSeldomTakenForStrangers() throws {
        let fingerprints = try FingerprintFile.fingerprints(in: ShippedFolder.specs)
        let rows = LeftOut.rows(of: fingerprints, breakSameRule: FingerprintsCommand.breakSameRule)
        let strangers = rows.filter { $0.named != nil && !$0.isKin }
        #expect(strangers.count * 13 < rows.count, "\(strangers.map(\.id))")
    }
}
