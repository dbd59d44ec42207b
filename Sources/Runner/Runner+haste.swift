import AccessEnablerAPI
import Evidence
import Specification

extension Runner {
    /// Sees races again in haste where nothing but round trips tells when the port took a reply in.
    ///
    /// Those that were repeated have had their haste.
    func hurry(_ cases: [Case], but repeated: Set<Int>, into tally: inout Tally) async {
        guard configuration.repetition.trials > 0, !header.features.contains(.httpTap) else { return }
        var races = tally.decidedByRoundTrips.filter { cases[$0].gatedReplies > 1 && !repeated.contains($0) }[...]
        while !races.isEmpty, !Task.isCancelled, tally.stop == nil {
            let some = races.prefix(Self.company).compactMap { index in tally[index].map { (index, $0) } }
            races = races.dropFirst(Self.company)
            let seen = await withTaskGroup(of: (Int, [AttemptResult]).self) { group in
                for (index, fold) in some {
                    group.addTask { (index, await self.looksInHaste(fold, at: cases[index], index)) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (index, looks) in seen {
                for look in looks { tally.add(look, at: index) }
            }
        }
    }

    private func looksInHaste(_ fold: CaseFold, at testCase: Case, _ index: Int) async -> [AttemptResult] {
        var fold = fold
        while HurriedLook.wantsMore(fold.differences), !Task.isCancelled {
            fold.take(await result(of: testCase, index: index, .hurried, fold.hurried.count))
        }
        return fold.hurried
    }
}
