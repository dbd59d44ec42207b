import Documents
import Evidence
import Load
import LoadResults

/// Load runs that are made again, so that their comparison rests on more: in turns, so that both meet the same machine.
struct LoadRepetition {
    let specs: String?
    let console: Console

    /// How often a run whose measurement fails is begun.
    private static let attempts = 3

    /// Makes each run again so often, in its own folder, and adds what was measured; what is there already is not made again.
    ///
    /// - Parameter parts: what the runs left.
    func add(
        _ times: Int, to runs: inout [LoadComparison.Run], _ parts: [LoadPart]
    ) async throws(ToolError) {
        if parts.allSatisfy({ $0.header.implementation == parts[0].header.implementation }) {
            throw .impossible(
                "both are runs of '\(parts[0].header.implementation)', and what that was in the old run cannot be run "
                    + "any more; keep the old build under another name, and use 'assay load ab PROFILE --a OLD --b NEW'"
            )
        }
        let specs = try SpecFolder.readSound(specs)
        let interrupt = try Interrupt(tolerated: 2)
        for time in 1...times {
            for index in runs.indices {
                let options = try again(parts[index], time, in: "\(runs[index].name)/repeats/\(time)")
                let part = try await part(options, specs, interrupt)
                guard part.verdict != .invalid else {
                    let reasons = part.objections.joined(separator: "; ")
                    console.error("assay: \(options.reportFolder ?? "") does not count: \(reasons)")
                    continue
                }
                runs[index].append(LoadComparison.Run(part, name: runs[index].name))
            }
        }
    }

    /// The same command with another seed.
    private func again(_ part: LoadPart, _ time: Int, in folder: String) throws(ToolError) -> LoadCommand {
        var options = try LoadCommand(part.origin.command, saying: "a run cannot be made again")
        guard options.bindings.isEmpty, !part.origin.command.contains(where: { $0.contains("sha256:") }) else {
            throw .impossible(
                "what was bound with '--bind', and other secrets of a command, are not kept, so that a run cannot be made "
                    + "again")
        }
        if case .of(.gate) = options.backend {
            throw .impossible("runs with '--backend gate:…' are made again by their own commands, not with '--repeat'")
        }
        options.isQuiet = true
        options.reportFolder = folder
        options.seed = part.header.seed &+ UInt64(time)
        return options
    }

    /// What the run left, or leaves now.
    private func part(
        _ options: LoadCommand, _ specs: SpecFolder, _ interrupt: Interrupt
    ) async throws(ToolError) -> LoadPart {
        let folder = options.reportFolder ?? ""
        let profile = try options.adapted(try specs.profile(named: options.profile))
        if Folder.exists(folder + "/" + LoadReportFile.name) {
            do throws(ToolError) {
                let part = try LoadReportFile.read(in: folder)
                if part.origin.command == options.words(seed: profile.seed) { return part }
                console.error("assay: makes \(folder) again, which another command made")
            } catch {
                console.error("assay: makes \(folder) again: \(error.message)")
            }
        } else {
            console.error("assay: makes \(folder)")
        }
        var attempts = 0
        while true {
            attempts += 1
            let session = LoadSession(
                options: options, profile: profile, specs: specs, console: console, interrupt: interrupt)
            var outcome = try await session.run()
            guard !interrupt.hasCome else { throw .broken("interrupted before all runs were made") }
            if let failure = outcome.failure { throw .broken(failure) }
            if outcome.result.verdict == .invalid, attempts < Self.attempts { continue }
            // As of any run: what no run under gates shows again is no violation.
            let problem = await outcome.repeatViolations(of: session)
            try outcome.write()
            if let problem { throw problem }
            return try LoadReportFile.read(in: folder)
        }
    }
}
