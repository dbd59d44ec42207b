package import AccessEnablerAPI

/// How cases are run.
package struct RunConfiguration: Sendable {
    /// The numbers of sessions that each attempt at all cases has to itself.
    package static let sessionsOfAttempt = 1_000_000

    package var platform: Platform
    package var version: SDKVersion
    package var seed: UInt64
    /// How many cases are under way at once.
    package var jobs: Int
    /// How long a step waits for what it waits for.
    package var deadline: Duration
    /// How long a call may take to return.
    package var callDeadline: Duration
    package var stopsAtFirstFailure: Bool
    /// How long a case waits for a port that has as many sessions as it can have.
    package var placeDeadline = Duration.seconds(30)
    /// How a case is repeated that nothing else can decide.
    package var repetition: RepetitionPlan
    /// How often a case is seen again alone whose verdict rests on order or silence; 0 where it is told as it is,
    /// unless something expired too early in it.
    package var looks = 3
    /// How long a port that is still at something is waited for, and where the documents do not say when something is due.
    package var longestWait = Duration.seconds(75)
    /// The same for what is not documented, by case, where less is known to be enough.
    package var longWaits: [String: Duration] = [:]
    /// How often a case that failed is run again, to know how often it does.
    package var retries = 0
    /// The number of the first session; the sessions of a run are told apart by their numbers.
    package var firstNumber = 0
    /// Begins the names of the storages of sessions that must outlive their process.
    ///
    /// Unique to the run: what is in a storage of that name at its beginning would be of another run.
    package var storageFolder: String

    package init(
        platform: Platform = .iOS, version: SDKVersion = .newest, seed: UInt64 = 1, jobs: Int = 32,
        deadline: Duration = .seconds(5), callDeadline: Duration = .seconds(2), stopsAtFirstFailure: Bool = false,
        repetition: RepetitionPlan = RepetitionPlan(), storageFolder: String
    ) {
        self.platform = platform
        self.version = version
        self.seed = seed
        self.jobs = jobs
        self.deadline = deadline
        self.callDeadline = callDeadline
        self.stopsAtFirstFailure = stopsAtFirstFailure
        self.repetition = repetition
        self.storageFolder = storageFolder
    }
}
