import Testing

/// Tests that certify a port as a user would.
///
/// Two at a time, as each has many sessions under way, and contracts about the end of a token's life need its time.
@Suite(.twoAtATime) enum WholeRuns {}

/// Those of them that wait for what will not come, most of their time: they keep nobody from anything.
@Suite(.threeAtATime) enum WholeRunsThatWait {}

/// Lets only some cases of the tests below a suite run at a time.
struct Lanes: SuiteTrait, TestTrait, TestScoping {
    let lanes: Turnstile
    let isRecursive = true

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Lanes? {
        testCase == nil ? nil : self
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await lanes.enter()
        defer { lanes.leave() }
        try await function()
    }
}

extension Trait where Self == Lanes {
    static var twoAtATime: Lanes { Lanes(lanes: Turnstile(places: 2)) }
    static var threeAtATime: Lanes { Lanes(lanes: Turnstile(places: 3)) }
}
