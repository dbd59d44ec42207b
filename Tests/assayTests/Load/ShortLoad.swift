import Documents
import Evidence
import Testing

@testable import assay

/// A short load run, as the whole runs of load make it.
enum ShortLoad {
    static let specs = ["--specs", ShippedFolder.specs]

    /// Closed and with pauses, so that no machine is too slow for it.
    static func profile(_ more: String = "", iterations: Int = 60) -> String {
        """
        schema: assay/load/2
        id: short
        title: Short
        iterations: \(iterations)
        arrivals: { users: 2 }
        providers: { count: [1, 2, 3], latency: "uniform(4ms, 8ms)" }
        mvpds: { each: 4, overlap: 50% }
        baseline: 50%
        traffic: [{ journey: fan-out, reuse: 10 }]
        \(more)
        """
    }

    /// Whether nothing was wrong with the port: on a busy machine durations are not trusted, and nothing here is about them.
    static func isRight(_ code: ExitCode?) -> Bool { code == .conformant || code == .invalidMeasurement }

    static func run(
        _ profile: String, in folder: String, _ arguments: [String] = []
    ) async throws -> (code: ExitCode?, report: JSON) {
        try File.write(profile, to: folder + "/short.yaml")
        let code = await Tool.run(
            ["load", folder + "/short.yaml", "--quiet", "--backend", "embedded", "--report-dir", folder + "/run"]
                + specs + arguments)
        let path = folder + "/run/report.json"
        return (code, try JSON.parse(try File.read(path), file: path))
    }
}
