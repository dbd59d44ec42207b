import POSIX
public import Testing

/// Runs the tests of a suite on threads of their own, because they wait for programs, or compute for long, without giving up
/// their thread.
///
/// All other tests share as many threads as there are processors. Two that wait for a program would hold all of these up,
/// and with them every port and every service of the runs that other tests make in this process.
public struct MayBlock: SuiteTrait, TestTrait, TestScoping {
    /// Whether the running test may do so.
    @TaskLocal public static var isActive = false

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase.map { _ in self } }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Self.$isActive.withValue(true) {
            try await withTaskExecutorPreference(ThreadPerJob.shared) { try await function() }
        }
    }
}

extension Trait where Self == MayBlock {
    public static var mayBlock: Self { MayBlock() }
}

/// Runs each job where nothing else runs meanwhile.
private final class ThreadPerJob: TaskExecutor {
    static let shared = ThreadPerJob()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        WorkerThreads.shared.run { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
