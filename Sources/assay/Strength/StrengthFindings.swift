import Deviations
import Reports
import Specification

/// Compares what was caught with what should be.
struct StrengthFindings {
    let matrix: KillMatrix
    let known: KnownSurvivors
    let cases: [Case]
    let extent: Extent
    /// The statements for the sake of each of which some mutant must be caught; empty where not all were met.
    var statements: [String] = []

    /// Which cases were run.
    enum Extent: Sendable {
        case all
        /// Those that should catch as much as all do, though not each contract what it says.
        case fastLane
        /// A mutant may survive because its contract was not run.
        case some
    }

    var problems: [String] {
        var problems = matrix.passesOfDegeneratePorts.map { "the degenerate port \($0.port) passes \($0.caseID)" }
        if extent != .fastLane {
            problems += matrix.unkept(claims).map { claim in
                "the contract \(claim.contract) says that it catches \(claim.deviation), and does not"
            }
        }
        let all = Set(Deviation.all.map(\.id))
        for claim in claims {
            for id in claim.deviations where !all.contains(id) {
                problems.append("the contract \(claim.contract) says that it catches \(id), which there is not")
            }
        }
        guard extent != .some else { return problems }
        let reasons = Set(known.entries.map(\.deviation))
        problems += matrix.survivors.filter { !reasons.contains($0.id) }.map { row in
            "the mutant \(row.id) \(row.fate == .notReached ? "was not reached" : "survived"), and nothing says why"
        }
        let killed = Set(matrix.rows.filter(\.isKilled).map(\.id))
        problems += matrix.withoutKill(statements).map { id in
            "no mutant is caught for the sake of \(id), which binds the port (MUST)"
        }
        for entry in known.entries {
            if !all.contains(entry.deviation) {
                problems.append("\(entry.place): there is no mutant '\(entry.deviation)'")
            } else if killed.contains(entry.deviation), !entry.isSometimesCaught {
                problems.append("\(entry.place): the mutant \(entry.deviation) is caught; take it off the list")
            }
        }
        return problems
    }

    /// What each contract says it catches, once.
    private var claims: [(contract: String, deviations: [String])] {
        var seen: Set<String> = []
        return cases.filter { seen.insert($0.contractID).inserted }.map { ($0.contractID, $0.kills) }
    }
}
