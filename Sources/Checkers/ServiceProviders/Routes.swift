import AccessEnablerAPI
import Encodings
import Evidence

/// What was sent where after one configuration phase, until the next.
struct Routes {
    let phase: ConfigurationPhase
    /// The positions of which it is certain that they belong to this phase.
    let positions: Range<Int>
    /// In order; only what can be told apart from the phase before.
    let sightings: [RouteSighting]

    static func all(in trace: CaseTrace) -> [Routes] {
        var sightings = RouteReader.sightings(in: trace)
        // A login may be asked about and ended where it lives: that this goes to the MVPD's present provider is one reading among others.
        var seen: Set<RouteSighting> = []
        sightings.removeAll { sighting in
            var place = sighting
            (place.position, place.mayBeOfLogin, place.isOfBrowser) = (0, false, false)
            return !seen.insert(place).inserted && sighting.mayBeOfLogin
        }
        return ConfigurationPhaseReader.phases(of: trace).enumerated().map { index, phase in
            // What the phase before sent may still arrive while this one goes on.
            let start = index == 0 ? phase.positions.lowerBound : phase.completions.first ?? phase.positions.upperBound
            let positions = phase.overlaps ? start..<start : start..<phase.positions.upperBound
            let call = firstCall(after: phase.positions.lowerBound, in: trace) ?? positions.upperBound
            let own = sightings.filter { sighting in
                guard positions.contains(sighting.position) else { return false }
                guard index > 0, sighting.isOfBrowser || sighting.position < call else { return true }
                // A flow that had begun may go on where it was (AE-GETZ-019).
                return !sightings.contains {
                    $0.position < phase.positions.lowerBound && $0.mvpd.isExactly(sighting.mvpd)
                        && $0.provider == sighting.provider
                }
            }
            return Routes(phase: phase, positions: positions, sightings: own)
        }
    }

    /// Where something was asked of the port that is for the providers of the present phase.
    private static func firstCall(after start: Int, in trace: CaseTrace) -> Int? {
        trace.observations.indices.first { position in
            guard position > start, case .call(_, let message) = trace.observations[position].event else {
                return false
            }
            switch message.selector {
            // What was stored is asked for by these, or a login of before goes on.
            case .handleExternalURL, .getAuthenticationToken, .getSelectedProvider, .setOptions, .checkAuthentication,
                .getMetadata:
                return false
            case let selector: return !selector.beginsConfiguration
            }
        }
    }

    /// The first provider each MVPD was seen at.
    var firsts: [RouteSighting] { sightings.uniqued { ExactText($0.mvpd) } }

    func provider(of mvpd: String) -> String? {
        sightings.first { $0.mvpd.isExactly(mvpd) }?.provider
    }

    /// Everything about an MVPD goes to one provider, and one that lists it (AE-SP-007 to AE-SP-010).
    func violations(in trace: CaseTrace) -> [Finding] {
        var findings: [Finding] = []
        for earliest in firsts {
            let word = trace.named(earliest.mvpd)
            let listing = phase.responders.map(\.provider).filter { trace.isListed(earliest.mvpd, by: $0) }
            // Where nobody lists the MVPD, it has no provider: whom a port asks about a login of before is not said.
            let sightings = listing.isEmpty ? sightings.filter { !$0.mayBeOfLogin } : sightings
            guard let first = sightings.first(where: { $0.mvpd.isExactly(earliest.mvpd) }) else { continue }
            if let other = sightings.first(where: { $0.mvpd.isExactly(first.mvpd) && $0.provider != first.provider }) {
                findings.append(
                    Finding(
                        statements: ["AE-SP-008", "AE-SP-009", "AE-SP-010"],
                        message: "\(word) was sent to two service providers within one configuration phase",
                        expected: "everything about \(word) at \(first.provider), to which it went first",
                        seen: "\(trace.words(at: first.position)), and later \(trace.words(at: other.position)), "
                            + "which is \(other.provider)",
                        observations: [trace.sequence(first.position), trace.sequence(other.position)]))
            }
            let answers = phase.answer(of: first.provider) != nil
            guard !answers || !trace.isListed(first.mvpd, by: first.provider) else { continue }
            findings.append(
                trace.finding(
                    ["AE-SP-007"], at: first.position,
                    "\(word) was sent to \(first.provider), which "
                        + (answers ? "does not list it" : "answered with no valid configuration"),
                    expected: listing.isEmpty
                        ? "nothing about \(word): no provider has listed it"
                        : "\(word) at one of those that list it: \(listing.joined(separator: ", "))"))
        }
        return findings
    }
}
