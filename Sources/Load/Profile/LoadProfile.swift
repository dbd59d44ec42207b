internal import Evidence
package import LoadResults
package import ServiceProtocol
package import Specification

/// A workload as `Specs/load/*.yaml` describes it: who comes when, does what, and what they meet.
package struct LoadProfile: Sendable, Hashable {
    package var id: String
    package var title: String
    /// Decides arrivals, choices and delays: the same seed gives the same traffic.
    package var seed: UInt64
    package var length: Length
    /// What arrives before is done and verified, and left out of every histogram.
    package var warmUp: Duration
    package var arrivals: Arrivals
    package var providers: Providers
    package var mvpds: Lists
    package var traffic: [Traffic]
    /// The share of arrivals, from 0 to 1, that are raw fan-outs without an implementation: the baseline.
    package var baseline: Double
    package var thresholds: [Threshold]
    /// How many iterations may be under way.
    package var limit: Int
    package var overLimit: OverLimit
    package var file: String
    /// Whether every other arrival is of a second implementation, which is to be compared with the first.
    package var isPair = false

    /// The same with nothing but fan-outs, as the baseline can do them.
    package var bare: LoadProfile {
        var profile = self
        profile.traffic = [Traffic(kind: .journey(.configure), weight: 1, think: .none, reuse: 100)]
        profile.baseline = 0
        return profile
    }

    /// From the end of the warm-up to the last arrival, or, where users wait for each end, to the last end.
    package func measured(_ seconds: [LoadFigures.Second]) -> Duration {
        var last = seconds.lastIndex { $0.completed + $0.failed > 0 }
        if case .open = arrivals { last = seconds.lastIndex { $0.due > 0 } }
        var end = Duration.seconds((last ?? 0) + 1)
        if case .time(let duration) = length { end = min(end, warmUp + duration) }
        return max(end - warmUp, .milliseconds(1))
    }

    /// What becomes of an arrival that finds as many iterations under way as there may be.
    package enum OverLimit: String, Sendable, Hashable, CaseIterable {
        /// It is dropped and counted, and the run is not valid.
        case drop
        /// It waits for its turn, and what it waits counts as a part of its response time.
        case queue
    }

    /// When no more iterations begin.
    package enum Length: Sendable, Hashable {
        case time(Duration)
        /// So many iterations, those of the warm-up not counted.
        case iterations(Int)
    }

    /// What the service providers are like.
    package struct Providers: Sendable, Hashable {
        /// How many are asked; each arrival takes the next, so that all are measured in the same conditions.
        package var counts: [Int]
        /// Of configuration replies, at every provider without one of its own; nil: none.
        package var latency: Latency?
        /// By name: `sp1` and so on.
        package var latencies: [String: Latency]
        package var faults: [FaultRule]

        package var maxCount: Int { counts.max() ?? 1 }

        /// The same where there are no more.
        package func atMost(_ number: Int) -> Providers {
            var providers = self
            providers.counts = counts.map { min($0, number) }.uniqued()
            return providers
        }
    }

    /// Something that a share of the requests meets.
    package struct FaultRule: Sendable, Hashable {
        package var fault: Fault
        /// nil: any provider.
        package var provider: String?
        package var purpose: Purpose
        /// From 0 to 1.
        package var chance: Double
    }

    /// What the providers list.
    package struct Lists: Sendable, Hashable {
        /// MVPDs in each provider's list.
        package var each: Int
        /// The share of a list, from 0 to 1, that every provider has; the rest is its own.
        package var overlap: Double

        /// MVPDs that every provider has.
        package var shared: Int { min(each, Int((Double(each) * overlap).rounded())) }
    }

    /// Something that visitors do.
    package struct Traffic: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case journey(Journey)
            /// A contract of the catalogue, by its id.
            case contract(String)
        }

        package var kind: Kind
        package var weight: Double
        /// Between two iterations of one user; only closed arrivals have it.
        package var think: Range
        /// How many iterations one instance of the port serves before it is closed.
        package var reuse: Int

        package var name: String {
            switch kind {
            case .journey(let journey): journey.rawValue
            case .contract(let id): id
            }
        }
    }

    /// Anything from the first to the second, each as likely.
    package struct Range: Sendable, Hashable {
        package var lowest: Duration
        package var highest: Duration

        package static let none = Range(lowest: .zero, highest: .zero)
    }
}

extension SeededRandom {
    mutating func duration(in range: LoadProfile.Range) -> Duration {
        guard range.highest > range.lowest else { return range.lowest }
        return range.lowest + (range.highest - range.lowest) * unit()
    }
}
