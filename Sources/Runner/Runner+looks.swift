import AccessEnablerAPI
import Evidence
import Specification

/// What rests on order or on silence is told only when it was seen again.
extension Runner {
    /// So many cases that waited in vain are looked at beside each other: all that they do is wait.
    static let company = 8

    /// Sees the doubtful cases again, without the others: those about order alone, those that kept silent in small company.
    func lookAgain(_ cases: [Case], into tally: inout Tally, _ progress: Progress) async {
        let doubtful = tally.doubtful
        var strain = Strain()
        for (index, doubt) in doubtful where doubt == .order && !endsEarly(tally) {
            guard let first = tally.firstVerdict(index) else { continue }
            // Each look is one more session that has the machine to itself.
            let looks = await looks(at: cases[index], index, after: first, atMost: strain.isBelieved ? 1 : nil)
            strain.take(looks.map(\.verdict))
            tally.settleDoubt(looks, at: index, progress)
        }
        var silent = doubtful.filter { $0.doubt != .order }.map(\.index)[...]
        var mutes = Mutes()
        var latecomers = Latecomers()
        while !silent.isEmpty, !endsEarly(tally) {
            if mutes.areBelieved {
                // Each look at a port that says nothing takes the longest wait there is.
                let mute = silent.filter { tally[$0]?.counted?.saysNothing ?? false }
                for index in mute { tally.settleDoubt([], at: index, progress) }
                silent = silent.filter { !mute.contains($0) }[...]
            }
            let some = silent.prefix(Self.company).compactMap { index in tally.firstVerdict(index).map { (index, $0) } }
            silent = silent.dropFirst(Self.company)
            let isPatient = !header.features.contains(.executorBarrier) && latecomers.areExpected
            let seen = await withTaskGroup(of: (index: Int, looks: [AttemptResult]).self) { group in
                for (index, first) in some {
                    group.addTask {
                        (index, await self.looks(at: cases[index], index, after: first, isPatient: isPatient))
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (index, looks) in seen.sorted(by: { $0.index < $1.index }) {
                let saidNothing = tally[index]?.counted?.saysNothing ?? false
                tally.settleDoubt(looks, at: index, progress)
                let isBad = tally.verdict(index)?.isBad ?? false
                if saidNothing { mutes.take(isMute: isBad && looks.allSatisfy(\.saysNothing)) }
                latecomers.take(isSilent: isBad)
            }
        }
        if endsEarly(tally) { tally.forgetDoubtful() }
    }

    /// Sees a case again until that is enough.
    func looks(
        at testCase: Case, _ index: Int, after first: Verdict, isPatient: Bool = false, atMost limit: Int? = nil
    ) async -> [AttemptResult] {
        var looks: [AttemptResult] = []
        let maxLooks = limit ?? max(configuration.looks, SecondLook.forExpiry)
        // What was missing in the end may have come after the quiet, and what came too late before it: both need more quiet.
        let missed = first.findings.contains { finding in
            guard finding.standing == .violated else { return false }
            return finding.ground == .silence ? !finding.endsCase : finding.ground == .order
        }
        while SecondLook.wantsMore(first, looks.map(\.verdict), maxLooks: maxLooks) == true, !Task.isCancelled {
            let look = await result(
                of: testCase, index: index, .look, looks.count, pause: configuration.repetition.pause,
                isPatient: isPatient, minQuiet: missed ? Idleness.minTime : PortPace.minQuiet)
            looks.append(look)
        }
        return looks
    }
}

/// Whether cases go wrong only beside others: a machine too busy for the port, or for Assay, does that to hundreds of them.
///
/// Each is then run alone once instead of three times.
struct Strain {
    /// So many cases in a row that were in order when they ran alone are enough.
    static let enough = 12

    private var cleared = 0

    /// - Parameter looks: what came of a case that was run alone; where none decided anything, it counts for nothing.
    mutating func take(_ looks: [Verdict]) {
        if looks.contains(where: \.isBad) {
            cleared = 0
        } else if looks.contains(where: { $0.outcome == .pass || $0.outcome == .warn }) {
            cleared += 1
        }
    }

    var isBelieved: Bool { cleared >= Self.enough }
}

/// Whether a port that cannot say when it has nothing left to do was late, and not silent, in any case that was looked at.
///
/// Some cases are waited for as long as anything ever is. Where the port came late in none of them, it is not waited for so
/// long in further ones.
private struct Latecomers {
    /// So many cases that never came are believed.
    private static let enough = 8

    private var silent = 0
    private var late = 0

    mutating func take(isSilent: Bool) {
        if isSilent { silent += 1 } else { late += 1 }
    }

    var areExpected: Bool { late > 0 || silent < Self.enough }
}

/// The cases in which a port that had said nothing beside other cases was looked at alone.
private struct Mutes {
    private var mute = 0
    private var talking = 0

    mutating func take(isMute: Bool) {
        if isMute { mute += 1 } else { talking += 1 }
    }

    /// Whether the port is known to say nothing, so that no further case is asked.
    var areBelieved: Bool { mute >= PortLoss.enough && talking == 0 }
}
