import Testing

/// Tests that certify a port as a user would.
///
/// Two at a time, as each has many sessions under way; and not behind the hundreds of small tests, of which each takes
/// a thread for as long as it computes.
@Suite(.twoAtATime) enum WholeRuns {}

/// Lets two cases of the tests below a suite run at a time, on threads that they need not share with other tests.
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
        try await withoutActuallyEscaping(function) { function in
            // Each priority has threads of its own.
            try await Task(priority: .high) { try await function() }.value
        }
    }
}

extension Trait where Self == Lanes {
    static var twoAtATime: Lanes { Lanes(lanes: Turnstile(places: 2)) }
}
