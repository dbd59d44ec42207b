import AccessEnablerAPI
import Evidence
import Specification

/// What can be certified at service providers that are not simulated, and have no gates before them: nothing there can be arranged, and nobody
/// sees what they are asked.
struct RemoteRule {
    private let providers: Int
    private let given: Set<String>

    /// nil for a run with the simulator, where every case can be run, and for one through gates.
    init?(_ header: RunHeader) {
        guard !header.seesRequests else { return nil }
        providers = header.backend.split(separator: ",").count
        given = header.given
    }

    /// Why the case cannot be run there, or nil.
    func obstacle(to testCase: Case) -> String? {
        let fixture = testCase.fixture
        if fixture.providers.count > providers {
            return "the case needs \(fixture.providers.count) service providers, and \(providers) are given"
        }
        if let word = Self.control(in: testCase.steps) {
            return "the case needs service providers that it can control (\(word))"
        }
        if fixture.isArranged {
            return "the case needs service providers that are arranged for it"
        }
        let patterns = testCase.patterns
        if testCase.hasChecks || patterns.contains(where: \.looksAtRequests) {
            return "the case needs to see what the service providers are asked"
        }
        if patterns.flatMap(\.conditions).contains(where: { $0.matcher.isAboutLists }) {
            return "the case needs to know all that the service providers list"
        }
        let unknown = testCase.names.intersection(fixture.mvpds).subtracting(given)
        if let name = unknown.min() {
            return "no MVPD is given for \(name); add --bind \(name)=ID"
        }
        if testCase.steps.contains(where: { if case .browse = $0.action { true } else { false } }),
            !given.isSuperset(of: ["user", "password"])
        {
            return "no user is given; add --bind user=NAME --bind password=WORD"
        }
        return nil
    }

    private static func control(in steps: [Step]) -> String? {
        for step in steps {
            switch step.action {
            case .hold, .letGo, .awaitHeld, .release: return "gates"
            case .fault: return "faults"
            case .latency: return "latencies"
            case .logOutRemotely: return "logouts elsewhere"
            case .renewRemotely: return "logins that are renewed elsewhere"
            case .forgetClients: return "clients that are forgotten"
            case .decide: return "decisions that change"
            case .withholdMetadata: return "user metadata that is withheld"
            case .expire: return "lifetimes"
            case .call, .await, .browse, .pick, .changePlatform, .quiesce, .restart, .kill, .launch: continue
            }
        }
        return nil
    }
}

extension Fixture {
    /// Whether the case needs anything that a service provider does not do by itself.
    fileprivate var isArranged: Bool {
        let plain = Fixture(providers: [])
        let lists = Set(providers.map { Set($0.mvpds.map(\.name)) })
        return lists.count > 1 || providers.contains { $0.mvpds.contains { !$0.properties.isEmpty } }
            || !resources.isEmpty || !userMetadata.isEmpty || hasDashedGUIDs
            || authenticationLifetime != plain.authenticationLifetime || defaultProvider != nil
            || (softwareStatement ?? "valid") != "valid" || platform != nil || !tellsCharset || clockAhead < .zero
    }
}

extension Case {
    fileprivate var hasChecks: Bool {
        allExpectations.contains { if case .check = $0.kind { true } else { false } }
    }
}

extension Pattern {
    fileprivate var looksAtRequests: Bool {
        if case .request = subject { return true }
        return !providers.isEmpty
    }
}

extension Matcher {
    /// Whether it holds only where it is known who lists what.
    fileprivate var isAboutLists: Bool {
        switch self {
        case .ids, .count: true
        case .url(let provider, _, _): provider != nil
        case .oneOf(let matchers): matchers.contains(where: \.isAboutLists)
        case .not(let matcher): matcher.isAboutLists
        default: false
        }
    }
}
