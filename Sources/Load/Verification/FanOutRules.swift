import Specification

/// What the fan-outs of one template have in common, laid out so that each is checked in microseconds.
///
/// Sets of service providers are the bits of a number, which is why there are at most 64.
struct FanOutRules: Sendable {
    let providers: Int
    /// By MVPD: who lists it.
    let listers: [UInt64]
    /// By provider: its MVPDs.
    let lists: [[Int]]
    let names: [String]
    private let places: [String: Int]

    init(_ fixture: Fixture) {
        providers = fixture.providers.count
        names = fixture.mvpds
        places = Dictionary(names.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        var listers = [UInt64](repeating: 0, count: names.count)
        var lists: [[Int]] = []
        for (index, provider) in fixture.providers.enumerated() {
            var list: [Int] = []
            for listing in provider.mvpds {
                guard let place = places[listing.name] else { continue }
                listers[place] |= 1 << UInt64(index)
                list.append(place)
            }
            lists.append(list)
        }
        self.listers = listers
        self.lists = lists
    }

    func place(of name: Substring.UTF8View) -> Int? { places[String(Substring(name))] }
}

/// What one check has found.
struct FanOutFinding: Sendable {
    /// Whether all of it is certainly as it must be; otherwise a judge has to say what is wrong, if anything is.
    var isClean: Bool
    /// Whether no order of the replies explains whose attributes the MVPDs have: the port said of a reply that it had
    /// taken it in before another left, or two MVPDs want two orders.
    var isContradictory = false
    /// MVPDs that several valid replies list and that were seen to belong to somebody.
    var contested = 0
    /// Those of them for which the evidence decides whose they had to be.
    var conclusive = 0
    /// Whether some MVPD had one lister far ahead of the others, and whether such a one was given to another.
    ///
    /// That alone proves nothing of one fan-out, because a port may take its time; in most of many it does.
    var isClearRace = false
    var isLostRace = false
    /// By contested MVPD that was seen: its place, its provider's, who else it could have been of, and whether the
    /// evidence decides whose it had to be.
    var winners: [(mvpd: Int, provider: Int, candidates: UInt64, isConclusive: Bool)] = []

    static let doubtful = FanOutFinding(isClean: false)
    static let contradictory = FanOutFinding(isClean: false, isContradictory: true)
}
