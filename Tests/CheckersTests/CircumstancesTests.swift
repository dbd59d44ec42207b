import AccessEnablerAPI
import Evidence
import Testing

@testable import Checkers

struct CircumstancesTests {
    private func words(_ events: (inout Tape) -> Void) -> [String] {
        var tape = Tape()
        events(&tape)
        return Circumstances(tape.observations).all.map(\.words)
    }

    @Test func whatIsCalledAgainOrWithSomethingElseIsAnotherCircumstance() {
        let once = words { $0.choose("A") }
        #expect(once.contains("setSelectedProvider: is called"))
        #expect(!once.contains { $0.hasSuffix("again") || $0.hasSuffix("before") })
        let twice = words {
            $0.choose("A")
            $0.choose("B")
        }
        #expect(twice.contains("setSelectedProvider: is called, again"))
        #expect(twice.contains("setSelectedProvider: is called with something else than before"))
        #expect(words { $0.choose(nil) }.contains("setSelectedProvider: is called with nil"))
    }

    @Test func aCallBeforeTheConfigurationIsKnownFromOneAfterIt() {
        let early = "checkAuthentication is called before there is a configuration"
        #expect(words { $0.call(.checkAuthentication) }.contains(early))
        let late = words {
            $0.configureUpToCompletion()
            $0.complete()
            $0.call(.checkAuthentication)
        }
        #expect(late.contains("setRequestorComplete: comes with status 1"))
        #expect(late.contains("checkAuthentication is called") && !late.contains(early))
    }

    @Test func placesAreThoseOfTheTrace() {
        var tape = Tape()
        tape.choose("A")
        tape.choose("A")
        let places = Circumstances(tape.observations).all.map(\.place)
        #expect(places == places.sorted() && Set(places).count > 1)
    }
}
