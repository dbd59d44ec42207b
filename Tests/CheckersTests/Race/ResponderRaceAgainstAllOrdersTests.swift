import Encodings
import Evidence
import Testing
import Timing

@testable import Checkers

/// The checker says the same as trying every order of the replies.
@Suite struct ResponderRaceAgainstAllOrdersTests {
    /// Integers only: replies are positions, MVPDs are too, and a set of replies is a bit mask.
    struct Instance {
        var notBefore: [Int64]
        var notAfter: [Int64?]
        /// By MVPD: the replies that list it.
        var listers: [Int]
        /// By MVPD: the reply it was given to, or -1 where that was not seen.
        var chosen: [Int]

        static let mvpds = ["A", "B", "C"]

        var race: ResponderRace {
            let endpoints = notBefore.indices.map { index in
                ResponderRace.Endpoint(
                    name: "sp", notBefore: MonotonicTime(nanoseconds: notBefore[index]),
                    bounds: notAfter[index].map { [.init(MonotonicTime(nanoseconds: $0), .causal)] } ?? [],
                    mvpds: Set(
                        listers.indices.filter { listers[$0] & (1 << index) != 0 }.map { ExactText(Self.mvpds[$0]) }))
            }
            let bindings = chosen.indices.filter { chosen[$0] >= 0 }
                .map { ResponderRace.Binding(Self.mvpds[$0], to: chosen[$0]) }
            return ResponderRace(endpoints: endpoints, bindings: bindings)
        }

        /// Whether a port that records the replies in this order, at instants in the intervals, chooses so.
        func isExplained(by order: [Int]) -> Bool {
            var instant = Int64.min
            for reply in order {
                instant = max(instant, notBefore[reply])
                if let latest = notAfter[reply], instant > latest { return false }
            }
            for mvpd in listers.indices where chosen[mvpd] >= 0 {
                guard let first = order.first(where: { listers[mvpd] & (1 << $0) != 0 }), first == chosen[mvpd] else {
                    return false
                }
            }
            return true
        }
    }

    static let orders: [[[Int]]] = (0...5).map { permutations(of: Array(0..<$0)) }

    static func permutations(of items: [Int]) -> [[Int]] {
        guard !items.isEmpty else { return [[]] }
        return items.flatMap { item in permutations(of: items.filter { $0 != item }).map { [item] + $0 } }
    }

    static func instance(_ random: inout SplitMix) -> Instance {
        let count = random.below(20) == 0 ? 5 : 1 + random.below(4)
        let notBefore = (0..<count).map { _ in Int64(random.below(12)) }
        let notAfter = notBefore.map { random.below(4) == 0 ? nil : $0 + Int64(random.below(6)) }
        let listers = (0..<(1 + random.below(3))).map { _ in random.below(1 << count) }
        // Most choices are among those that list the MVPD, so that time and not support decides.
        let chosen = listers.map { listers -> Int in
            if random.below(8) == 0 { return -1 }
            let candidate = random.below(count)
            return listers & (1 << candidate) != 0 || random.below(10) == 0 ? candidate : -1
        }
        return Instance(notBefore: notBefore, notAfter: notAfter, listers: listers, chosen: chosen)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func itAcceptsExactlyWhatSomeOrderExplains(seed: UInt64) {
        var random = SplitMix(state: seed)
        var accepted = 0
        let rounds = 8_000
        for _ in 0..<rounds {
            let instance = Self.instance(&random)
            let isExplained = Self.orders[instance.notBefore.count].contains { instance.isExplained(by: $0) }
            let conclusion = instance.race.conclusion(restingOn: .causal)
            if isExplained { accepted += 1 }
            guard (conclusion == .consistent) == isExplained else {
                Issue.record("\(instance): \(conclusion)")
                return
            }
            if case .contradiction(let cycle) = conclusion, !Self.isCycle(cycle) {
                Issue.record("\(instance): the observer is no cycle: \(cycle)")
                return
            }
        }
        #expect(accepted > rounds / 10 && accepted < rounds * 9 / 10, "both answers must occur often")
    }

    static func isCycle(_ edges: [RaceEdge]) -> Bool {
        !edges.isEmpty && edges.indices.allSatisfy { edges[$0].second == edges[($0 + 1) % edges.count].first }
    }
}

/// A small generator, so that a failure can be repeated.
struct SplitMix {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        word ^= word >> 31
        return Int(word % UInt64(limit))
    }
}
