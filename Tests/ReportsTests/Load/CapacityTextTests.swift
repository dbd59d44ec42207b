import Documents
import LoadResults
import SchemaCheck
import Testing

@testable import Reports

/// What is shown of a search for the highest rate.
@Suite struct CapacityTextTests {
    /// - Parameter runs: at which rate each was, and the seconds of processor time of all processes for a thousand iterations.
    private func report(capacity: Double?, _ runs: [(Double, Double?)]) -> CapacityReport {
        let run = sampleLoadReport()
        var report = CapacityReport(profile: run.profile, header: run.header, objective: ["completion.p95 < 50ms"])
        var scale = CapacityReport.Scale(providers: 4)
        scale.capacity = capacity
        scale.limit = "at 67.7/s: MISSED: a threshold failed"
        for (index, (rate, seconds)) in runs.enumerated() {
            var step = CapacityReport.Step(run, rate: rate, folder: "runs/4-\(index + 1)")
            step.processorTime = seconds.map { .milliseconds($0 * 1_000) }
            scale.steps.append(step)
        }
        report.scales = [scale]
        return report
    }

    private static let said = "speed changed: "

    @Test func aMachineThatChangedItsSpeedIsTold() {
        let report = report(capacity: 60, [(50, 9.6), (100, 30), (67.7, 12), (60, 8)])
        let text = CapacityText(report).text.split(separator: "\n").joined(separator: " ")
        #expect(text.contains("4 providers: the machine's speed changed: with rates about this one, a thousand"))
        #expect(text.contains("8.00 to 12.0 s of processor time"))
        #expect(String(decoding: CapacityPage(report).html.bytes, as: UTF8.self).contains(Self.said))
    }

    @Test func aSteadyOneIsNot() {
        for (capacity, runs) in [
            (60.0, [(50.0, 9.0), (60, 8.0)]), (60, [(60, 8)]), (60, [(100, 30), (60, 8)]), (60, [(60, 8), (61, nil)]),
            (nil, [(100, 30), (12, 8), (12.5, 8.5)]),
        ] as [(Double?, [(Double, Double?)])] {
            #expect(!CapacityText(report(capacity: capacity, runs)).text.contains(Self.said), "\(runs)")
        }
        #expect(CapacityText(report(capacity: nil, [(100, 30), (12, 8), (12.5, 9.5)])).text.contains(Self.said))
    }

    @Test func theJSONKeepsItsSchema() throws {
        let path = Golden.root + "Specs/schema/load-capacity.schema.json"
        let schema = SchemaCheck(try JSON.parse(try File.read(path), file: path))
        #expect(schema.problems(of: CapacityJSON.json(report(capacity: 60, [(60, nil), (60, 8)]))) == [])
    }
}
