import Foundation
import ServiceProtocol
import Testing

@Suite struct FaultTextTests {
    @Test(arguments: ["truncate", "truncate(20)", "stall", "stall(7)", "slow(16, 5ms)", "status(503)"])
    func aFaultIsWrittenAsItIsRead(_ text: String) throws {
        #expect(try #require(Fault(text)).description == text)
    }

    @Test(arguments: Fault.Name.allCases) func everyFaultIsReadByItsNameAndDescribed(_ name: Fault.Name) throws {
        let fault = try #require(Fault(name.rawValue) ?? Fault(name.rawValue + "(200)"))
        #expect(fault.name == name && Fault(fault.description) == fault)
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
            separator: "/")
        for page in ["contracts", "serve"] {
            let text = try String(contentsOfFile: "\(folder)/Documentation/\(page).md", encoding: .utf8)
            #expect(text.contains("`\(name.rawValue)`") || text.contains("`\(name.rawValue)("), "\(page).md")
        }
    }

    @Test(arguments: [
        "", "refuse()", "status", "status(99)", "status(x)", "refusal(500)", "truncate(-1)", "slow(0, 5ms)", "explode",
        "slow(9223372036854775807, 1ms)", "truncate(1073741825)",
    ])
    func whatIsNoFaultIsNotRead(_ text: String) {
        #expect(Fault(text) == nil && Fault.problem(of: text) != nil)
    }

    @Test func whatIsNearlyAFaultIsAnsweredWithASuggestion() {
        #expect(Fault.problem(of: "truncat(20)") == "unknown fault 'truncat(20)'; did you mean 'truncate'?")
        #expect(Fault.problem(of: "status(99)")?.contains("status(NUMBER)") == true)
        #expect(Fault.problem(of: "status(404)") == nil)
    }

    @Test(arguments: ["20ms", "uniform(5ms, 40ms)", "each(5ms, 10ms, 0.5ms)"])
    func aLatencyIsWrittenAsItIsRead(_ text: String) throws {
        #expect(try #require(Latency(text)).description == text)
    }

    @Test(arguments: ["", "20", "uniform(40ms, 5ms)", "each(5ms,)", "uniform(5ms)", "-1ms", "every(1ms)"])
    func whatIsNoLatencyIsNotRead(_ text: String) {
        #expect(Latency(text) == nil && Latency.problem(of: text) != nil)
    }
}
