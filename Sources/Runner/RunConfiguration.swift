package import AccessEnablerAPI
package import Evidence

/// How cases are run.
package struct RunConfiguration: Sendable {
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
    /// Whether a failure is one that the run goes on after all the same, because it is known.
    package var isKnown: @Sendable (Verdict) -> Bool = { _ in false }
    /// How long a case waits for a port that has as many sessions as it can have.
    package var placeDeadline = Duration.seconds(30)
    /// How a case is repeated that nothing else can decide.
    package var repetition: RepetitionPlan
    /// How often a case is seen again alone whose verdict rests on order or silence; 0 where it is told as it is,
    /// unless something expired too early in it.
    package var looks = 3
    /// How long a port that is still at something is waited for, and where the documents do not say when something is due.
    package var maxWait = Duration.seconds(75)
    /// The same for what is not documented, by case, where less is known to be enough.
    package var longWaits: [String: Duration] = [:]
    /// How often a case that failed is run again, to know how often it does.
    package var retries = 0
    /// Who does at pages what the browser cannot; nil: the browser does it all.
    package var attendant: Attendant?
    /// The number of the first case; the sessions of a run are told apart by the numbers of their cases.
    package var firstNumber = 0
    /// Where the cases have their places in the run of which this is a part; nil where it is whole.
    package var part: Part?
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

extension RunConfiguration {
    /// A part of a run: its sessions are numbered as they are in the whole, and so get the same values.
    package struct Part: Sendable, Hashable {
        /// The place of each case in the whole.
        package var places: [Int]
        /// How many cases the whole has.
        package var planned: Int

        package init(places: [Int], planned: Int) {
            self.places = places
            self.planned = planned
        }
    }

    /// The number of the case at `index`; cases that come again go on counting.
    func number(ofCase index: Int) -> Int {
        guard let part else { return firstNumber + index }
        let (round, own) = index.quotientAndRemainder(dividingBy: part.places.count)
        return firstNumber + round * part.planned + part.places[own]
    }
}
