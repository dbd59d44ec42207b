package import Evidence

/// The nights of a folder, of one port or of several.
package struct History: Sendable {
    /// In the order in which they were.
    package let nights: [Night]
    package let lists: [String: CaseList]
    /// In the order of their names.
    let ports: [String]
    /// What could not be read, and why: a history has holes, and says so.
    package var problems: [String]

    package init(_ nights: [Night], lists: [String: CaseList], problems: [String] = []) {
        self.nights = nights.sorted { ($0.startedAt, $0.source.folder) < ($1.startedAt, $1.source.folder) }
        self.lists = lists
        ports = Set(nights.map(\.port)).sorted()
        self.problems = problems
        let missing = Set(nights.flatMap { $0.runs.map(\.cases) }).subtracting(lists.keys).sorted()
        if !missing.isEmpty {
            let count = nights.count { night in night.runs.contains { missing.contains($0.cases) } }
            self.problems.append(
                "the lists of cases \(missing.prefix(5).joined(separator: ", ")) are missing: of \(Prose.count(count, "night")) "
                    + "only the counts are shown")
        }
    }

    /// Of each port, each platform and release.
    func series(of port: String) -> [HistorySeries] {
        let own = nights.filter { $0.port == port }
        let titles = Set(own.flatMap { $0.runs.map(\.title) }).sorted()
        return titles.map { title in
            HistorySeries(
                port: port, title: title,
                nights: own.compactMap { night in night.runs.first { $0.title == title }.map { (night, $0) } },
                lists: lists)
        }
    }

    /// The nights between which more time passed than three times what is usual: (the night before, the night after).
    func holes() -> [(from: Int64, to: Int64)] {
        let times = nights.map(\.startedAt)
        let gaps = zip(times, times.dropFirst()).map { Double($0.1 - $0.0) }.filter { $0 > 0 }
        let usual = ChangePoints.median(gaps)
        guard gaps.count >= 5, usual > 0 else { return [] }
        return zip(times, times.dropFirst()).filter { Double($0.1 - $0.0) > 3 * usual }.map { ($0.0, $0.1) }
    }

    /// What the history as a whole is to be read with.
    package var exitCode: ExitCode { problems.isEmpty ? .conformant : .incomplete }
}
