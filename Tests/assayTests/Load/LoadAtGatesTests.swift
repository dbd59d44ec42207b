import Documents
import Testing
import TestThreads
import Timing

/// `assay load` through gates, before two services that list the same MVPDs with other attributes.
@Suite(.mayBlock) struct LoadAtGatesTests: HasFolder {
    let temporary = TemporaryFolder()
    private static let password = "planted-password-4711"

    private static func world(_ name: String) -> String {
        let mvpds = ["Alpha", "Bravo", "Charlie"].map { id in
            "  - { id: \(id), displayName: \(id) of \(name), logoUrl: \"https://\(name).example/\(id).png\" }"
        }
        return """
            schema: assay/world/1
            welcome: [requestors]
            mvpds:
            \(mvpds.joined(separator: "\n"))
            users: [{ name: user, password: \(password) }]
            otherResources: granted
            """
    }

    private static let profile = """
        schema: assay/load/2
        id: gated
        title: Through gates
        iterations: 16
        arrivals: { users: 2 }
        providers: { count: [2, 4] }
        mvpds: { each: 4, overlap: 50% }
        baseline: 20%
        traffic:
          - { journey: fan-out, weight: 2, reuse: 10 }
          - { journey: sign-in, weight: 1 }
          - { journey: watch, weight: 1 }
        """

    /// - Parameters:
    ///   - limits: a line of the site file.
    ///   - slower: how long the first service takes for a configuration; the second takes 5 ms.
    private func load(
        _ arguments: [String], limits: String = "", slower: String = "120ms", in folder: String
    ) async throws -> ToolProcess {
        var services: [RunningService] = []
        for (name, latency) in [("one", slower), ("two", "5ms")] {
            let world = folder + "/\(name).yaml"
            try File.write(Self.world(name), to: world)
            services.append(
                try RunningService(["--endpoints", "1", "--world", world, "--latency", "all/configuration=\(latency)"]))
        }
        let site = """
            schema: assay/site/2
            providers: [\(services.map(\.base).joined(separator: ", "))]
            requestors: [REF30]
            login: { user: { command: echo user }, password: { command: echo \(Self.password) } }
            resources: { others: granted }
            \(limits)
            """
        try File.write(site, to: folder + "/site.yaml")
        try File.write(Self.profile, to: folder + "/gated.yaml")
        let run = try ToolProcess(
            [
                "load", folder + "/gated.yaml", "--backend", "gate:\(folder)/site.yaml", "--quiet",
                "--report-dir", folder + "/run", "--specs", ShippedFolder.specs,
            ] + arguments)
        for service in services { await service.end() }
        return run
    }

    private func report(in folder: String) throws -> JSON {
        let path = folder + "/run/report.json"
        return try JSON.parse(try File.read(path), file: path)
    }

    @Test func everyIterationOfTheReferenceIsVerifiedAndNoSecretIsKept() async throws {
        let run = try await load(["--raw"], in: folder)
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        let report = try report(in: folder)
        let verification = report["verification"]
        #expect(verification?["sawBackend"] == true && verification?["verified"] == true, "\(run.output)")
        #expect(verification?["iterations"]?.int == 16 && verification?["violations"]?.int == 0, "\(run.output)")
        #expect(report["totals"]?["failed"]?.int == 0, "\(run.output)")
        for file in try Folder.files(below: folder + "/run") {
            let text = String(decoding: try File.read(file), as: UTF8.self)
            #expect(!text.contains(Self.password), "\(file)")
        }
    }

    @Test func aWrongMergeFails() async throws {
        // So slow that a busy machine takes the fast reply in before the slow one leaves: only that decides the order.
        let run = try await load(["-i", "mutant:last-wins", "--iterations", "6"], slower: "2s", in: folder)
        #expect(run.code == 1, "\(run.output)\(run.errors)")
        #expect(try report(in: folder)["verification"]?["violations"]?.int ?? 0 > 0, "\(run.output)")
    }

    /// Nobody's service is loaded with more than it may be asked.
    @Test func moreIterationsThanRequestsMayPassAreRefused() async throws {
        let run = try await load(["--rate", "30/s"], limits: "limits: { rate: 20 }", in: folder)
        #expect(run.code == 4, "\(run.output)\(run.errors)")
        #expect(
            run.errors.contains("30.0 iterations a second") && run.errors.contains("20.0 requests"), "\(run.errors)")
        let stranger = try ToolProcess([
            "load", folder + "/gated.yaml", "--backend", "gate:https://sp.example.com", "--specs",
            ShippedFolder.specs,
        ])
        #expect(stranger.code == 4 && stranger.errors.contains("--i-may-use-this-backend"), "\(stranger.errors)")
        let capacity = try ToolProcess([
            "load", folder + "/gated.yaml", "--find-capacity", "--backend", "gate:\(folder)/site.yaml", "--specs",
            ShippedFolder.specs,
        ])
        #expect(capacity.code == 4 && capacity.errors.contains("cannot be used with"), "\(capacity.errors)")
    }

    /// A run ends in good order when no more may be asked.
    @Test func aBudgetThatIsUsedUpEndsTheRun() async throws {
        let run = try await load([], limits: "limits: { requests: 30 }", in: folder)
        #expect(run.errors.contains("the budget of 30 requests is used up"), "\(run.errors)")
        let report = try report(in: folder)
        #expect(report["run"]?["stopped"] == true, "\(run.output)")
        #expect(report["verification"]?["violations"]?.int == 0, "\(run.output)")
    }
}
