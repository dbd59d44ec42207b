package import Encodings
package import Evidence
package import Timing

/// What is known about the order in which a port took in replies, and whom it chose for each MVPD.
///
/// The instant at which a reply was recorded is hidden inside the port. Each is only known to lie in an
/// interval, and the MVPDs' providers say more: whoever got an MVPD was recorded before everyone else that
/// lists it (AE-SP-007).
package struct ResponderRace: Sendable, Hashable {
    /// A time before which a reply had certainly been recorded.
    package struct Bound: Sendable, Hashable {
        package var time: MonotonicTime
        package var evidence: EvidenceClass
        /// What shows it, for reading aloud: `reported by the port`.
        package var reason: String
        /// The place in the trace that shows it.
        package var observation: Int

        package init(_ time: MonotonicTime, _ evidence: EvidenceClass, reason: String = "", observation: Int = 0) {
            self.time = time
            self.evidence = evidence
            self.reason = reason
            self.observation = observation
        }
    }

    /// A service provider whose reply counts.
    package struct Endpoint: Sendable, Hashable {
        package var name: String
        /// The reply cannot have been recorded before this time: its last byte had not left.
        package var notBefore: MonotonicTime
        /// Several kinds of evidence give several bounds; none means that it may have been recorded at any later time.
        package var bounds: [Bound]
        /// The MVPDs the reply lists.
        package var mvpds: Set<ExactText>

        func lists(_ mvpd: String) -> Bool { mvpds.contains(ExactText(mvpd)) }

        /// The earliest bound that rests on evidence of this class or a stronger one.
        package func bound(restingOn weakest: EvidenceClass) -> Bound? {
            bounds.filter { $0.evidence >= weakest }.min { $0.time < $1.time }
        }
    }

    /// The provider that an MVPD was seen to belong to.
    package struct Binding: Sendable, Hashable {
        package var mvpd: String
        /// The position among the endpoints.
        package var endpoint: Int
        /// The place in the trace that shows it.
        package var observation: Int

        package init(_ mvpd: String, to endpoint: Int, observation: Int = 0) {
            self.mvpd = mvpd
            self.endpoint = endpoint
            self.observation = observation
        }
    }

    package enum Conclusion: Sendable, Hashable {
        /// Some order of the replies explains everything that was seen.
        case consistent
        /// An MVPD belongs to a provider that does not list it.
        case unsupported(Binding)
        /// No order explains it: each of these had to be recorded before the next, and the last before the first.
        case contradiction([RaceEdge])
    }

    package var endpoints: [Endpoint]
    /// At most one for each MVPD.
    package var bindings: [Binding]

    /// Whether a correct port can have done this, as far as bounds of this class and stronger ones tell.
    ///
    /// Sound: no correct port is rejected while the bounds hold. Complete: what is accepted has an order that
    /// explains it, because along an acyclic order each reply can be recorded at the latest `notBefore` so far.
    package func conclusion(restingOn weakest: EvidenceClass) -> Conclusion {
        for binding in bindings where !endpoints[binding.endpoint].lists(binding.mvpd) {
            return .unsupported(binding)
        }
        let graph = RaceGraph(self, restingOn: weakest)
        guard !graph.isAcyclic else { return .consistent }
        return .contradiction(graph.shortestCycle())
    }

    /// Whether the evidence decides who had to get the MVPD: whether every other choice would be a contradiction.
    package func decides(_ mvpd: String, restingOn weakest: EvidenceClass) -> Bool {
        guard let position = bindings.firstIndex(where: { $0.mvpd.isExactly(mvpd) }) else { return false }
        let bound = bindings[position].endpoint
        return endpoints.indices.allSatisfy { other in
            guard other != bound, endpoints[other].lists(mvpd) else { return true }
            var altered = self
            altered.bindings[position].endpoint = other
            return altered.conclusion(restingOn: weakest) != .consistent
        }
    }

    /// The endpoints that a correct port can have given the MVPD to: those that list it and did not certainly respond
    /// after another that does.
    package func possibleOwners(of mvpd: String, restingOn weakest: EvidenceClass) -> [Int] {
        let listing = endpoints.indices.filter { endpoints[$0].lists(mvpd) }
        return listing.filter { candidate in
            !listing.contains { other in
                guard other != candidate, let bound = endpoints[other].bound(restingOn: weakest) else { return false }
                return bound.time < endpoints[candidate].notBefore
            }
        }
    }
}
