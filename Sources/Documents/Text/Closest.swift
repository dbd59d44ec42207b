/// The candidate that `word` was most likely meant to be, when one is near enough to suggest.
///
/// Near means: at most a third of the letters were added, dropped, changed or swapped with their neighbour,
/// the case of letters left aside. Among equals the first wins.
package func closest(_ word: String, among candidates: some Sequence<String>) -> String? {
    // Nobody mistypes a word that long, and the time grows with the square of it.
    guard word.utf8.count <= 400 else { return nil }
    let letters = Array(word.lowercased().unicodeScalars)
    let limit = max(1, letters.count / 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let others = Array(candidate.lowercased().unicodeScalars)
        guard abs(others.count - letters.count) <= limit else { continue }
        let distance = editDistance(letters, others)
        if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
}

/// The candidates that are least unlike the word, the nearest first; for when none is near enough to be meant.
package func nearest(to word: String, among candidates: some Sequence<String>, count: Int = 3) -> [String] {
    let letters = Array(word.lowercased().unicodeScalars)
    let ranked = candidates.enumerated().map { index, candidate in
        (editDistance(letters, Array(candidate.lowercased().unicodeScalars)), index, candidate)
    }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(count).map(\.2)
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in 0..<left.count {
        var row = [i + 1]
        row.reserveCapacity(right.count + 1)
        for j in 0..<right.count {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                cost = min(cost, beforeLast[j - 1] + 1)
            }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[right.count]
}

/// `; did you mean 'retries'?`, or nothing when no candidate is near.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    closest(word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}
