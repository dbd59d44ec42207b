package import AccessEnablerAPI
package import Evidence
package import Specification

/// What iterations of one kind do, and the world they do it in.
///
/// Built from the profile alone, so that the generator and the backend, each in its own process, build the same.
package struct LoadTemplate: Sendable {
    /// The case whose steps an iteration walks, and against which it is judged.
    package var testCase: Case
    /// What the profile calls it: a journey or a contract.
    package var name: String
    package var providers: Int
    /// Whether it is a fan-out without an implementation, which is measured and not judged.
    package var isBaseline: Bool
    /// Whether the profile's latencies and faults apply; contracts arrange their own world.
    package var isShaped: Bool
    /// How many iterations an instance serves, on average.
    package var reuse: Int
    package var think: LoadProfile.Range

    /// Whether an iteration is one configuration phase, with at most a picker that shows what came of it.
    var isFanOut: Bool

    /// The places of the MVPDs that more than one provider lists.
    let contested: [Int]

    /// What its names stand for at service providers of somebody else's behind gates.
    var names: [String: String] = [:]

    /// Whether it is done by the second implementation of a pair.
    package internal(set) var isOther = false

    init(
        _ testCase: Case, name: String, isBaseline: Bool = false, isShaped: Bool = true, isFanOut: Bool = false,
        reuse: Int = .max, think: LoadProfile.Range = .none
    ) {
        self.testCase = testCase
        self.name = name
        providers = testCase.fixture.providers.count
        self.isBaseline = isBaseline
        self.isShaped = isShaped
        self.isFanOut = isFanOut
        self.reuse = reuse
        self.think = think
        var listers: [String: Int] = [:]
        for listing in testCase.fixture.providers.flatMap(\.mvpds) { listers[listing.name, default: 0] += 1 }
        contested = testCase.fixture.mvpds.indices.filter { listers[testCase.fixture.mvpds[$0], default: 0] > 1 }
    }

    /// How many iterations this instance serves: half as many as usual to one and a half times as many.
    ///
    /// Instances that were made at one moment, as after a pause of the machine, would otherwise all end at one moment,
    /// and those that take their places would all register then.
    func lifetime(of instance: Int) -> Int {
        guard reuse > 1, reuse < .max else { return reuse }
        var random = SeededRandom(seed: UInt64(instance) &* 0x9e37_79b9_7f4a_7c15)
        return reuse - reuse / 2 + Int(random.next() % UInt64(2 * (reuse / 2) + 1))
    }

    /// Expects nothing that only a simulator can show.
    mutating func goElsewhere() {
        testCase.expectations = []
        isShaped = false
        isFanOut = false
    }

    /// Why a case cannot be traffic; nil where it can.
    ///
    /// Under load nothing is held; and where a case waits until nothing happens any more, an iteration only waits.
    static func obstacle(in testCase: Case) -> String? {
        for step in testCase.steps {
            switch step.action {
            case .call, .await, .quiesce: continue
            case .browse(let way) where way != .secondScreen: continue
            case .browse: return "it needs a second screen"
            case .hold, .letGo, .awaitHeld, .release: return "it holds replies"
            case .fault: return "it breaks replies; give the profile faults"
            case .latency: return "it delays replies; give the profile a latency"
            case .logOutRemotely: return "it logs out from elsewhere"
            case .renewRemotely: return "it renews a login from elsewhere"
            case .forgetClients: return "it has clients forgotten"
            case .decide: return "it changes what MVPDs decide"
            case .withholdMetadata: return "it changes what MVPDs tell of users"
            case .expire: return "it waits until something has expired"
            case .restart, .kill, .launch: return "it restarts the application"
            case .pick, .changePlatform: return "it needs a device with an account of its own"
            }
        }
        if testCase.fixture.platform != nil { return "it needs a device with an account of its own" }
        if testCase.fixture.persistentStorage { return "it keeps a storage" }
        if testCase.fixture.softwareStatement.map({ $0 != "valid" }) ?? false {
            return "its software statement is wrong"
        }
        if testCase.fixture.defaultProvider != nil { return "it needs a default service provider" }
        return nil
    }
}

/// The templates of a profile, with what each arrival draws from them.
package struct LoadTemplates: Sendable {
    package private(set) var all: [LoadTemplate]
    /// By item of traffic: its weight so far, and its templates.
    private var choices: [(upTo: Double, templates: [Int])]
    private let baselines: [Int]
    private let baselineShare: Double
    private let seed: UInt64
    /// By template: the same for the second implementation of a pair.
    private var others: [Int: Int] = [:]

    /// - Parameters:
    ///   - areElsewhere: whether the service providers are not the simulator: nothing is known of their lists,
    ///     and nobody sees what they are asked.
    ///   - areGated: whether they are behind gates: each iteration is judged whole, for MVPDs have the names they have
    ///     there.
    package init(_ profile: LoadProfile, cases: [Case], areElsewhere: Bool = false, areGated: Bool = false) {
        var all: [LoadTemplate] = []
        var choices: [(Double, [Int])] = []
        var total = 0.0
        for item in profile.traffic {
            let made = Self.templates(of: item, profile, cases)
            total += item.weight
            choices.append((total, Array(all.count..<(all.count + made.count))))
            all += made
        }
        var baselines: [Int] = []
        if profile.baseline > 0, !areElsewhere {
            for count in profile.providers.counts {
                baselines.append(all.count)
                all.append(Self.journey(.configure, profile, providers: count, isBaseline: true))
            }
        }
        if profile.isPair {
            for index in all.indices where !all[index].isBaseline {
                others[index] = all.count
                all.append(all[index])
                all[all.count - 1].isOther = true
            }
        }
        if areElsewhere { for index in all.indices { all[index].goElsewhere() } }
        if areGated { for index in all.indices { all[index].isFanOut = false } }
        self.all = all
        self.choices = choices
        self.baselines = baselines
        baselineShare = areElsewhere ? 0 : profile.baseline
        seed = profile.seed
    }

    private static func templates(
        of item: LoadProfile.Traffic, _ profile: LoadProfile, _ cases: [Case]
    ) -> [LoadTemplate] {
        switch item.kind {
        case .journey(let named):
            profile.providers.counts.map { count in
                journey(named, profile, providers: count, reuse: item.reuse, think: item.think)
            }
        case .contract(let id):
            cases.filter { $0.contractID == id }.map { testCase in
                LoadTemplate(testCase, name: id, isShaped: false, reuse: item.reuse, think: item.think)
            }
        }
    }

    private static func journey(
        _ journey: Journey, _ profile: LoadProfile, providers: Int, isBaseline: Bool = false, reuse: Int = .max,
        think: LoadProfile.Range = .none
    ) -> LoadTemplate {
        let fixture = Fixture.journeys(
            providers: providers, each: profile.mvpds.each, shared: profile.mvpds.shared)
        return LoadTemplate(
            journey.testCase(in: fixture, file: profile.file), name: isBaseline ? "baseline" : journey.rawValue,
            isBaseline: isBaseline, isFanOut: journey.isFanOut, reuse: reuse, think: think)
    }

    /// The same as one platform and release does it, without what cannot be done there or with this implementation.
    ///
    /// What is left out keeps its place, so that sessions have the numbers that another process gives them.
    ///
    /// - Parameters:
    ///   - site: what service providers behind gates have.
    ///   - obstacle: why a case cannot be walked; nil where it can.
    /// - Returns: what is left out, by what the profile calls it, and why.
    package mutating func adapt(
        to platform: Platform, _ version: SDKVersion, over wire: Wire = .sdk, at site: Site? = nil,
        obstacle: (Case) -> String?
    ) -> [(name: String, reason: String)] {
        var omitted: [(String, String)] = []
        var kept: [(Double, [Int])] = []
        var before = 0.0
        var total = 0.0
        for (upTo, templates) in choices {
            let weight = upTo - before
            before = upTo
            var reasons: [String] = []
            for index in templates + templates.compactMap({ others[$0] }) {
                all[index].testCase = all[index].testCase.fitted(to: platform, version, over: wire)
                guard let site, case .fits(_, let names) = all[index].testCase.fit(to: site) else { continue }
                all[index].names = names
            }
            let possible = templates.filter { index in
                let testCase = all[index].testCase
                let reason = LoadTemplate.obstacle(in: testCase) ?? obstacle(testCase)
                if let reason { reasons.append(reason) }
                return reason == nil
            }
            if let reason = reasons.first, let first = templates.first { omitted.append((all[first].name, reason)) }
            guard !possible.isEmpty else { continue }
            total += weight
            kept.append((total, possible))
        }
        choices = kept
        return omitted
    }

    /// Whether visitors can do anything at all.
    package var areEmpty: Bool { choices.isEmpty }

    /// How many endpoints a backend for all of them needs.
    package var endpoints: Int { all.map(\.testCase.fixture.providers.count).max() ?? 1 }

    /// The template of the arrival with this number.
    ///
    /// Each round of arrivals has each template of an item once, so that every number of providers is measured all the
    /// time, and each round has an order of its own: what an iteration leaves to do for the next one would otherwise
    /// always be added to the same number of providers.
    package func draw(arrival number: Int, random: inout SeededRandom) -> Int {
        let baseline = random.unit()
        let item = random.unit()
        if baseline < baselineShare { return baselines[turn(of: number, among: baselines.count)] }
        let wanted = item * (choices.last?.upTo ?? 1)
        let choice = choices.first { wanted < $0.upTo } ?? choices[choices.count - 1]
        let count = choice.templates.count
        let index = choice.templates[turn(of: number, among: count)]
        // Both meet each number of providers equally often, and neither only what comes after the other.
        guard (number / count).isMultiple(of: 2) else { return others[index] ?? index }
        return index
    }

    /// Whose turn it is in the round of this arrival.
    private func turn(of number: Int, among count: Int) -> Int {
        guard count > 1 else { return 0 }
        var random = SeededRandom(seed: seed ^ UInt64(number / count) &* 0x9e37_79b9_7f4a_7c15)
        return (0..<count).shuffled(using: &random)[number % count]
    }
}
