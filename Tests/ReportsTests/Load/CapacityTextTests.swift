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
            step.verdict = .missed
            step.processorTime = seconds.map { .milliseconds($0 * 1_000) }
            scale.steps.append(step)
        }
        report.scales = [scale]
        return report
    }

    private static let said = "speed changed: "

    @Test func aMachineThatChangedItsSpeedIsTold() {
        let report = report(capacity: 60, [(50, 30), (60, 12), (67.7, 30), (60, 8)])
        #expect(CapacityText(report).text.hasPrefix("\nCapacity of "))
        let text = CapacityText(report).text.split(separator: "\n").joined(separator: " ")
        #expect(text.contains("4 providers: the machine's speed changed: in the runs at 60.0/s, a thousand"))
        #expect(text.contains("8.00 to 12.0 s of processor time"))
        #expect(String(decoding: report.page.bytes, as: UTF8.self).contains(Self.said))
    }

    @Test func aSteadyOneIsNot() {
        for (capacity, runs) in [
            (60.0, [(60.0, 9.0), (60, 8.0)]), (60, [(60, 8)]), (60, [(61, 30), (60, 8)]), (60, [(60, 8), (60, nil)]),
            (nil, [(12, 8), (12, 30)]),
        ] as [(Double?, [(Double, Double?)])] {
            #expect(!CapacityText(report(capacity: capacity, runs)).text.contains(Self.said), "\(runs)")
        }
        var overloaded = report(capacity: 60, [(60, 30), (60, 8)])
        overloaded.scales[0].steps[0].verdict = .overloaded
        #expect(!CapacityText(overloaded).text.contains(Self.said))
    }

    /// Who stopped a search has not found that there is no capacity.
    @Test func whatASearchDidNotComeToIsNotKnownYet() {
        var report = report(capacity: nil, [(12, 8)])
        #expect(CapacityText(report).text.contains("        none  "))
        report.scales[0].limit = ""
        #expect(CapacityText(report).text.contains(" not known yet  "))
    }

    @Test func theJSONKeepsItsSchema() throws {
        let path = Golden.root + "Specs/schema/load-capacity.schema.json"
        let schema = SchemaCheck(try JSON.parse(try File.read(path), file: path))
        #expect(schema.problems(of: CapacityJSON.json(report(capacity: 60, [(60, nil), (60, 8)]))) == [])
    }
}
