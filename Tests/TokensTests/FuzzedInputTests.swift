import Documents
import InputProperties
import Testing
import TestThreads

/// The seeds of `make fuzz`, damaged and in sentences of their grammar: nothing ends the process.
@Suite(.mayBlock, .serialized) struct FuzzedInputTests {
    @Test(arguments: InputProperty.allCases) func whatMustHoldHoldsForWhatComesIn(property: InputProperty) throws {
        let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
        let seeds = try Folder.files(below: "\(folder)/TokenFuzzer/Seeds/\(property)").map { try File.read($0) }
        #expect(!seeds.isEmpty)
        var mutator = Mutator(seed: 1)
        for round in 0..<200 {
            let bytes = round < seeds.count ? seeds[round] : mutator.damage(seeds)
            let objection = property.objection(to: bytes)
            #expect(objection == nil, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
