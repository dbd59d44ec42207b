import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Testing

@testable import Checkers

struct CircumstancesTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private func words(
        _ fixture: String = "", steps: String = "  - quiesce", _ events: (inout Tape) -> Void = { _ in }
    ) throws -> [String] {
        var tape = Tape()
        events(&tape)
        let body =
            "fixture:\n  providers: { sp1: { A: {}, S: {} } }\n\(fixture)steps:\n\(steps)\n"
            + "expect: [{ callback: \"setRequestorComplete:\", count: 1 }]\n"
        let all = Circumstances(tape.observations, of: try bench.makeCase(body)).all
        return all.map(\.words).filter { $0 != "the port is started" }
    }

    @Test func whatTheDeviceIsLikeIsACircumstance() throws {
        let account = try words("  platform: { access: granted, signed-in: S }\n")
        #expect(account == ["the device has a TV provider account", "somebody is signed in at the device"])
        let denied = try words("  platform: { access: denied }\n")
        #expect(denied.last == "the application may not use the device's account")
        #expect(try words().isEmpty)
    }

    @Test func thatSomethingExpiresIsACircumstanceHoweverItCame() throws {
        let expires = "a login or an authorization expires"
        #expect(try words("  lifetimes: { authentication: -60s }\n") == [expires])
        let waited = try words(steps: "  - quiesce\n  - expire: authentication") { tape in
            tape.step(0) { _ in }
            #expect(!tape.observations.isEmpty)
            tape.step(1) { _ in }
        }
        #expect(waited == [expires])
    }

    @Test func aRequestThatFailsAfterALoginIsToldFromOneBefore() throws {
        let fails = "a request fails after a login"
        func events(_ tape: inout Tape, isLoggedIn: Bool, _ purpose: Purpose) {
            if isLoggedIn { tape.authenticationStatus(1, "") }
            tape.reply(tape.request(purpose, at: "sp1"), status: 302)
        }
        #expect(try words { events(&$0, isLoggedIn: true, .authorize) }.contains(fails))
        #expect(try !words { events(&$0, isLoggedIn: false, .authorize) }.contains(fails))
        #expect(try !words { events(&$0, isLoggedIn: true, .page) }.contains(fails))
    }

    @Test func whatIsCalledAgainOrWithSomethingElseIsAnotherCircumstance() throws {
        let once = try words { $0.choose("A") }
        #expect(once.contains("setSelectedProvider: is called"))
        #expect(!once.contains { $0.hasSuffix("again") || $0.hasSuffix("before") })
        let twice = try words {
            $0.choose("A")
            $0.choose("B")
        }
        #expect(twice.contains("setSelectedProvider: is called, again"))
        #expect(twice.contains("setSelectedProvider: is called with something else than before"))
        #expect(try words { $0.choose(nil) }.contains("setSelectedProvider: is called with nil"))
        #expect(twice.contains("something is called with mvpdId"))
    }

    @Test func aCallBeforeTheConfigurationIsKnownFromOneAfterIt() throws {
        let early = "checkAuthentication is called before there is a configuration"
        #expect(try words { $0.call(.checkAuthentication) }.contains(early))
        let late = try words {
            $0.configureUpToCompletion()
            $0.complete()
            $0.call(.checkAuthentication)
        }
        #expect(late.contains("setRequestorComplete: comes with status 1"))
        #expect(late.contains("checkAuthentication is called") && !late.contains(early))
    }

    @Test func placesAreThoseOfTheTrace() throws {
        var tape = Tape()
        tape.choose("A")
        tape.choose("A")
        let places = Circumstances(tape.observations, of: try bench.makeCase(Bench.plain)).all.map(\.place)
        #expect(places == places.sorted() && Set(places).count > 1)
    }
}
