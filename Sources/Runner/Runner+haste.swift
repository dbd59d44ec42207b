import AccessEnablerAPI
import Evidence
import Specification

extension Runner {
    /// Sees races again in haste where nothing but round trips tells when the port took a reply in.
    ///
    /// Those that were repeated have had their haste.
    func hurry(_ cases: [Case], but repeated: Set<Int>, into tally: inout Tally) async {
        guard configuration.repetition.trials > 0, !header.features.contains(.httpTap) else { return }
        var races = tally.decidedByRoundTrips.filter { race in
            cases[race.index].gatedReplies > 1 && !repeated.contains(race.index)
        }[...]
        while !races.isEmpty, !Task.isCancelled, tally.stop == nil {
            let some = races.prefix(Self.company)
            races = races.dropFirst(Self.company)
            let seen = await withTaskGroup(of: (CaseResult, [Bool]).self) { group in
                for first in some { group.addTask { await self.seenInHaste(first, cases[first.index]) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (result, differences) in seen {
                tally.add(result.figures, to: result.index)
                tally.replace(verdict: HurriedLook.verdict(result.verdict, differences), at: result.index)
            }
        }
    }

    /// The first result with the figures of the looks, and whether each look differed.
    private func seenInHaste(_ first: CaseResult, _ testCase: Case) async -> (CaseResult, [Bool]) {
        var result = first
        result.figures = RunFigures()
        var differences: [Bool] = []
        while HurriedLook.wantsMore(differences), !Task.isCancelled {
            let look = await self.result(of: testCase, index: first.index, .hurried, differences.count)
            result.figures.add(look.figures)
            differences.append(HurriedLook.differs(look.bindings, from: first.bindings))
        }
        return (result, differences)
    }
}
