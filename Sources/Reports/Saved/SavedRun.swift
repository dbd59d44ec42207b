package import AccessEnablerAPI
package import Evidence

/// What `report.json` says of a run.
package struct SavedRun: Sendable, Hashable {
    /// The run's own folder within that of several; nil where it is the only one.
    package var folder: String?
    package var assayVersion: String
    package var portName: String
    package var portVersion: String
    package var implementation: String
    package var backend: String
    package var platform: Platform
    package var version: SDKVersion
    package var wire: Wire
    package var seed: String
    /// As the adapter spelled them, known or not.
    package var features: Set<String>
    package var calls: Set<String>
    /// Milliseconds since 1970.
    package var startedAt: Int64
    package var exitCode: ExitCode
    /// What decided the exit code.
    package var choice: ProfileChoice
    package var profiles: [SavedProfile]
    /// The digest of the specs that judged it; nil in reports that do not say.
    package var specs: String?
    /// How many cases the run was to have.
    package var planned: Int
    package var problems: [String]
    package var causes: [SavedCause]
    package var verdicts: [SavedVerdict]
    package var statements: [String: CitedStatement]
    package var remarks: [String]
    package var readings: [ReadingSeen]
    package var faults: [RunFault]
    /// How long cases took, in milliseconds, where the report says.
    package var caseDurations: [String: Double]

    /// The port's name and version, as far as it says them.
    var port: String { [portName, portVersion].filter { !$0.isEmpty }.joined(separator: " ") }

    /// How many cases were never run, because the run was stopped before.
    package var missing: Int { max(0, planned - verdicts.count) }

    /// `ios 3.9.2`, or `ios 3.9.2 over rest-v2`: runs with other titles are not compared, nor in one series.
    package var title: String { "\(platform.rawValue) \(version)" + (wire == .sdk ? "" : " over \(wire.rawValue)") }
}

/// What a run came to in one profile.
package struct SavedProfile: Sendable, Hashable {
    package var profile: Profile
    package var certificate: String
    package var outcomes: OutcomeCounts
}

package struct SavedVerdict: Sendable, Hashable {
    package var caseID: String
    package var contractID: String
    package var title: String
    package var area: String
    package var outcome: Outcome
    /// Of those profiles in which the case has a part.
    package var outcomes: [Profile: Outcome]
    package var messages: [String]
    package var rerun: String?
    /// How all the times ended that the case was run; nil where it was run once.
    package var tries: OutcomeCounts?

    /// What the case comes to in the profiles that are asked about: the worst of them; nil where it has no part.
    package func outcome(in choice: ProfileChoice) -> Outcome? {
        let own = choice.profiles.compactMap { outcomes[$0] }
        return own.isEmpty ? nil : OutcomeCounts(own).worst
    }
}

package struct SavedCause: Sendable, Hashable {
    package var number: Int
    package var title: String
    package var outcome: Outcome
    package var cases: [String]
    package var rerun: String
}
