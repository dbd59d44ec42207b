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
        for first in doubtful where first.doubt == .order && !endsEarly(tally) {
            tally.settle(await seenAgain(first, cases[first.index]), progress)
        }
        var silent = doubtful.filter { $0.doubt != .order }[...]
        var mutes = Mutes()
        var latecomers = Latecomers()
        while !silent.isEmpty, !endsEarly(tally) {
            if mutes.areBelieved {
                // Each look at a port that says nothing takes the longest wait there is.
                for first in silent where first.saysNothing {
                    var known = first
                    (known.doubt, known.figures) = (nil, RunFigures())
                    known.verdict = SecondLook.verdict(first.verdict, [])
                    tally.settle(known, progress)
                }
                silent = silent.filter { !$0.saysNothing }[...]
            }
            let some = silent.prefix(Self.company)
            silent = silent.dropFirst(Self.company)
            let isPatient = !header.features.contains(.executorBarrier) && latecomers.areExpected
            let results = await withTaskGroup(of: CaseResult.self) { group in
                for first in some { group.addTask { await self.seenAgain(first, cases[first.index], isPatient) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for result in results.sorted(by: { $0.index < $1.index }) {
                if some.contains(where: { $0.index == result.index && $0.saysNothing }) { mutes.take(result) }
                latecomers.take(result)
                tally.settle(result, progress)
            }
        }
        if endsEarly(tally) { tally.forgetDoubtful() }
    }

    func seenAgain(_ first: CaseResult, _ testCase: Case, _ isPatient: Bool = false) async -> CaseResult {
        var looks: [Verdict] = []
        var result = first
        var figures = RunFigures()
        let most = max(configuration.looks, SecondLook.forExpiry)
        while SecondLook.wantsMore(first.verdict, looks, most: most) == true, !Task.isCancelled {
            result = await self.result(
                of: testCase, index: first.index, .look, looks.count, patience: configuration.repetition.patience,
                isPatient: isPatient)
            figures.add(result.figures)
            looks.append(result.verdict)
        }
        result.figures = figures
        result.doubt = nil
        result.loss = nil
        result.verdict = SecondLook.verdict(first.verdict, looks)
        return result
    }
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

    mutating func take(_ again: CaseResult) {
        if again.verdict.isBad { silent += 1 } else { late += 1 }
    }

    var areExpected: Bool { late > 0 || silent < Self.enough }
}

/// The cases in which a port that had said nothing beside other cases was looked at alone.
private struct Mutes {
    private var mute = 0
    private var talking = 0

    mutating func take(_ again: CaseResult) {
        if again.saysNothing, again.verdict.isBad { mute += 1 } else { talking += 1 }
    }

    /// Whether the port is known to say nothing, so that no further case is asked.
    var areBelieved: Bool { mute >= PortLoss.enough && talking == 0 }
}

extension CaseResult {
    /// Whether the port made no callback at all.
    fileprivate var saysNothing: Bool { figures.callbacks == 0 }
}
