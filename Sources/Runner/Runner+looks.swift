import Evidence
import Specification

/// What rests on order or on silence is told only when it was seen again.
extension Runner {
    /// So many cases that waited in vain are looked at beside each other: all that they do is wait.
    private static let company = 8

    /// Sees the doubtful cases again, without the others: those about order alone, those that kept silent in small company.
    func lookAgain(_ cases: [Case], into tally: inout Tally, _ progress: Progress) async {
        let doubtful = tally.doubtful
        for first in doubtful where first.doubt == .order {
            tally.settle(await seenAgain(first, cases[first.index]), progress)
        }
        var silent = doubtful.filter { $0.doubt != .order }[...]
        while !silent.isEmpty {
            let some = silent.prefix(Self.company)
            silent = silent.dropFirst(Self.company)
            let results = await withTaskGroup(of: CaseResult.self) { group in
                for first in some { group.addTask { await self.seenAgain(first, cases[first.index]) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for result in results.sorted(by: { $0.index < $1.index }) { tally.settle(result, progress) }
        }
    }

    func seenAgain(_ first: CaseResult, _ testCase: Case) async -> CaseResult {
        var looks: [Verdict] = []
        var result = first
        var figures = RunFigures()
        let most = max(configuration.looks, SecondLook.forExpiry)
        while SecondLook.wantsMore(first.verdict, looks, most: most) == true, !Task.isCancelled {
            result = await self.result(
                of: testCase, index: first.index, attempt: SecondLook.firstAttempt + looks.count,
                patience: configuration.repetition.patience, look: looks.count + 1)
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
