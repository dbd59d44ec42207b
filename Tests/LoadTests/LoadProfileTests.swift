import Documents
import SchemaCheck
import Specification
import Testing

@testable import Load

/// What a profile may say, and how mistakes in it are told.
@Suite struct LoadProfileTests {
    private func mistakes(_ text: String, cases: [Case] = []) throws -> [String] {
        let diagnostics = Diagnostics()
        let document = try YAML.read(Array(text.utf8), file: "p.yaml")
        _ = LoadProfileReader(cases: cases).profile(in: document, file: "p.yaml", diagnostics: diagnostics)
        return diagnostics.sorted.map(\.description)
    }

    private static let sound = """
        schema: assay/load/2
        id: x
        title: X
        duration: 10s
        arrivals: { rate: 100/s }
        providers: { count: [1, 2], latency: "lognormal(2ms, 9ms)" }
        traffic: [{ journey: fan-out }]
        thresholds: [violations == 0]
        """

    @Test func aSoundProfileIsRead() throws {
        #expect(try mistakes(Self.sound) == [])
        let profile = try LoadFixture.profile(Self.sound)
        #expect(profile.providers.counts == [1, 2])
        #expect(profile.arrivals == .open(.poisson, [.init(duration: nil, from: 100, to: 100)]))
        #expect(profile.length == .time(.seconds(10)))
    }

    @Test(
        arguments: [
            ("duration: 10s", "duration: 10", "p.yaml:4:11: a duration needs a unit"),
            ("duration: 10s", "duratoin: 10s", "p.yaml:4:1: unknown key 'duratoin'; did you mean 'duration'?"),
            ("rate: 100/s", "rate: 100", "expected a rate such as 100/s, found '100'"),
            ("rate: 100/s", "rate: 0/s", "at this rate no iteration ever begins"),
            ("rate: 100/s", "users: 5, process: poisson", "a fixed number of users has no arrival process"),
            ("journey: fan-out", "journey: fanout", "unknown journey 'fanout'; did you mean 'fan-out'?"),
            ("journey: fan-out", "contract: nothing", "unknown contract 'nothing'"),
            ("journey: fan-out", "journey: watch, reuse: 3", "leave an instance unchanged"),
            ("journey: fan-out", "journey: fan-out, think: 5ms", "only a fixed number of users can have"),
            ("count: [1, 2]", "count: [0, 2]", "0 is not between 1 and 64"),
            ("count: [1, 2]", "count: []", "p.yaml:6:21: there is no number"),
            ("duration: 10s", "duration: 0s", "p.yaml:4:11: a duration must be more than zero"),
            ("lognormal(2ms, 9ms)", "lognormal(9ms, 2ms)", "is no latency"),
            ("violations == 0", "violations = 0", "unknown comparison '='"),
            ("violations == 0", "complation.p99 < 5ms", "unknown quantity 'complation'; did you mean 'completion'?"),
            ("violations == 0", "completion < 5ms", "name a statistic, such as 'completion.p99'"),
            ("violations == 0", "completion.p99 < 5", "a duration needs a unit"),
            ("violations == 0", "conclusive >= 90", "expected a share such as 90%, found '90'"),
            ("violations == 0", "completion.p100 < 5ms", "unknown statistic 'p100'"),
            ("violations == 0", "overhead.p99 <= baseline * 1.1", "expected a threshold such as"),
            (
                "[violations == 0]", "[\"overhead[4].p99 < 5ms\"]",
                "about 4 service providers, and the profile never asks"
            ),
        ])
    func aMistakeIsToldWithItsPlace(sound: String, wrong: String, message: String) throws {
        let found = try mistakes(Self.sound.replacing(sound, with: wrong))
        #expect(found.contains { $0.contains(message) && $0.hasPrefix("p.yaml:") }, "\(found)")
    }

    @Test func allMistakesAreToldAtOnce() throws {
        let wrong = Self.sound.replacing("100/s", with: "fast").replacing("fan-out", with: "fanout")
        #expect(try mistakes(wrong).count == 2)
    }

    @Test func everyShippedProfileIsReadAndKeepsTheSchema() throws {
        let path = LoadFixture.root + "Specs/schema/load.schema.json"
        let schema = SchemaCheck(try JSON.parse(try File.read(path), file: path))
        let files = try Folder.files(below: LoadFixture.root + "Specs/load", ending: ".yaml")
        #expect(files.count >= 5)
        for file in files {
            let text = String(decoding: try File.read(file), as: UTF8.self)
            #expect(try mistakes(text) == [], "\(file)")
            #expect(schema.problems(of: try YAML.read(Array(text.utf8), file: file).json) == [], "\(file)")
        }
    }

    @Test(arguments: ["overhead[2].p99 < 5ms", "overhead.p99.9 <= earlier * 1.1", "conclusive >= 30%", "rate > 10.5"])
    func everyKindOfThresholdKeepsTheSchema(threshold: String) throws {
        let path = LoadFixture.root + "Specs/schema/load.schema.json"
        let schema = SchemaCheck(try JSON.parse(try File.read(path), file: path))
        let text = Self.sound.replacing("[violations == 0]", with: "[\"\(threshold)\"]")
        #expect(try mistakes(text) == [])
        #expect(schema.problems(of: try YAML.read(Array(text.utf8), file: "p.yaml").json) == [])
    }
}
