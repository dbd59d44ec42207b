import AccessEnablerAPI
import Evidence
import Load
import LoadResults
import Reports
import Timing

extension LoadCommand {
    /// The command that runs the same again, as a shell takes it.
    ///
    /// What was bound to names of other people's service providers may be a secret, and is left out; what else may be one
    /// is replaced by its digest.
    ///
    /// - Parameter seed: the one that was run with.
    func again(seed: UInt64) -> String {
        var words = ["assay", "load"] + (other == nil ? [] : ["ab"]) + words(seed: seed)
        if let specs { words += ["--specs", specs] }
        if findsCapacity { words.append("--find-capacity") }
        for objective in objectives { words += ["--slo", objective.text] }
        if !part.isWhole { words += ["--part", "\(part)"] }
        return words.map(RunReport.quoted).joined(separator: " ")
    }

    /// What follows `assay load`, without what is of this machine: the folder of the specs, and its part of the run.
    ///
    /// - Parameter seed: the one that was run with.
    func words(seed: UInt64) -> [String] {
        var words = [profile]
        let subjects = [subject, other].compactMap(\.self).map { Redactor().redacted(text: $0.text) }
        words += zip(other == nil ? ["--implementation"] : ["--a", "--b"], subjects).flatMap { [$0, $1] }
        words += ["--seed", "\(seed)"]
        if isSandboxed { words.append(Sandbox.option) }
        if case .of(let choice) = backend { words += ["--backend", choice.text] }
        for binding in bindings { words += ["--bind", "\(binding.name)=…"] }
        if mayLoadOthers { words.append("--i-may-load-this-host") }
        if mayUseOthers { words.append("--i-may-use-this-backend") }
        if transport != .direct { words += ["--transport", transport.rawValue] }
        if processes.value != 1 { words += ["--processes", "\(processes.value)"] }
        if let duration { words += ["--duration", Self.text(of: duration)] }
        if let iterations { words += ["--iterations", "\(iterations.number)"] }
        if let rate { words += ["--rate", rate.text] }
        if let users { words += ["--users", "\(users.value)"] }
        if platform != .iOS { words += ["--platform", platform.rawValue] }
        if version != .newest { words += ["--api-version", "\(version)"] }
        if wire != .sdk { words += ["--wire", wire.rawValue] }
        if deadline != Self().deadline { words += ["--deadline", Self.text(of: deadline)] }
        if isUnverified { words.append("--unverified") }
        for threshold in thresholds { words += ["--threshold", threshold.text] }
        if let earlier { words += ["--earlier", earlier] }
        return words
    }

    /// In whole seconds where it has them, otherwise in milliseconds.
    private static func text(of duration: Duration) -> String {
        let nanoseconds = duration.wholeNanoseconds
        if nanoseconds.isMultiple(of: 1_000_000_000) { return "\(nanoseconds / 1_000_000_000)s" }
        if nanoseconds.isMultiple(of: 1_000_000) { return "\(nanoseconds / 1_000_000)ms" }
        return "\(Double(nanoseconds) / 1e6)ms"
    }
}
