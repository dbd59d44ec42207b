import Documents
import Evidence
import Mutants
import Reports
import Specification

extension StrengthCommand {
    /// Meets each port once and writes how it fails; where only some ports were chosen, the others stay as they are.
    func writeFingerprints(
        of mutants: [Mutant], _ folder: SpecFolder, _ cases: [Case], _ console: Console
    ) async throws(ToolError) -> ExitCode {
        guard selection.filters.isEmpty, !isSmoke else {
            throw .impossible("'--write-fingerprints' is of all cases: it does not go with '--filter' or '--smoke'")
        }
        let path = FingerprintFile.path(in: folder.path)
        let kept = self.mutants.isEmpty ? nil : try FingerprintFile.read(path)
        // Which sessions of a port err that errs by chance is chance, too.
        let matrix = try await matrix(mutants.filter { $0.rate == 1 }, folder, cases, console, isBrief: true)
        let file = FingerprintFile(cases: cases, matrix.rows, keeping: kept)
        try saying("the fingerprints cannot be written") {
            try Folder.create(folder.path + "/strength")
            try File.write(file.text, to: path)
        }
        console.out("\n" + StrengthText.causes(of: matrix) + "\n")
        console.line("fingerprints: \(path)")
        return .conformant
    }
}

extension FingerprintFile {
    /// What was written since the ports that are kept were met, they did not meet.
    init(cases: [Case], _ rows: [KillMatrix.Row], keeping kept: FingerprintFile?) {
        let newest = cases.filter { testCase in StrengthLegs.newest.contains { $0.has(testCase) } }
        let met = Set(kept?.cases ?? newest.map(\.id))
        let isMet = { (testCase: Case) in StrengthRun.isQuick(testCase) && met.contains(testCase.id) }
        self.cases = newest.filter(isMet).map(\.id)
        slowCases = newest.filter { !isMet($0) }.map(\.id)
        let new = Dictionary(
            rows.map { ($0.id, Fingerprint(id: $0.id, title: $0.title, failures: $0.failures)) }
        ) { first, _ in first }
        let old = Dictionary((kept?.ports ?? []).map { ($0.id, $0) }) { first, _ in first }
        ports = Mutant.all.compactMap { new[$0.id] ?? old[$0.id] }.filter { !$0.failures.isEmpty }
    }
}
