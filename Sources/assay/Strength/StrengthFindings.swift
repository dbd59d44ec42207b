import AccessEnablerAPI
import Mutants
import Reports
import Specification

/// Compares what was caught with what should be.
struct StrengthFindings {
    let matrix: KillMatrix
    let known: KnownSurvivors
    let cases: [Case]
    let extent: Extent
    var wire = Wire.sdk
    /// The statements for the sake of each of which some mutant must be caught; empty where not all were met.
    var statements: [String] = []

    enum Extent: Sendable {
        case all
        /// Those that should catch as much as all do, though not each contract what it says.
        case smokeSet
        /// A mutant may survive because its contract was not run.
        case some
    }

    var problems: [String] {
        var problems = matrix.passesOfDegeneratePorts.map { "the degenerate port \($0.port) passes \($0.caseID)" }
        // What contracts say that they catch is said of the SDK's protocol.
        if extent != .smokeSet, wire == .sdk {
            problems += matrix.unkept(claims).map { claim in
                "the contract \(claim.contract) says that it catches \(claim.mutant), and does not"
            }
        }
        let all = Set(Mutant.all.map(\.id))
        for claim in claims {
            for id in claim.mutants where !all.contains(id) {
                problems.append("the contract \(claim.contract) names the mutant \(id), which does not exist")
            }
        }
        guard extent != .some else { return problems }
        let entries = known.entries(over: wire)
        let reasons = Set(entries.map(\.mutant))
        problems += matrix.survivors.filter { !reasons.contains($0.id) }.map { row in
            "the mutant \(row.id) \(row.status == .notReached ? "was not reached" : "survived"), and nothing says why"
        }
        let killed = Set(matrix.rows.filter(\.isKilled).map(\.id))
        problems += matrix.withoutKill(statements).map { id in
            "no mutant is caught because it breaks \(id), which is a MUST"
        }
        for entry in entries {
            if !all.contains(entry.mutant) {
                problems.append("\(entry.place): there is no mutant '\(entry.mutant)'")
            } else if killed.contains(entry.mutant), !entry.isSometimesCaught {
                problems.append("\(entry.place): the mutant \(entry.mutant) is caught; take it off the list")
            }
        }
        return problems
    }

    /// What each contract says it catches, once.
    private var claims: [(contract: String, mutants: [String])] {
        var seen: Set<String> = []
        return cases.filter { seen.insert($0.contractID).inserted }.map { ($0.contractID, $0.kills) }
    }
}
