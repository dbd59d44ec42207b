/// Ascending numbers, those that follow each other as a range: `0-12 15`.
package enum PlaceRanges {
    package static func text(_ numbers: [Int]) -> String {
        var text = ""
        var index = 0
        while index < numbers.count {
            var end = index
            while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1 { end += 1 }
            text += (text.isEmpty ? "" : " ") + "\(numbers[index])" + (end > index ? "-\(numbers[end])" : "")
            index = end + 1
        }
        return text
    }

    /// nil where the text says something else.
    package static func numbers(_ text: String, below limit: Int) -> [Int]? {
        var numbers: [Int] = []
        for piece in text.split(separator: " ") {
            let ends = piece.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard let first = ends[0], let last = ends.count == 1 ? first : ends[1], ends.count <= 2, first <= last,
                first > (numbers.last ?? -1), last < limit
            else { return nil }
            numbers += first...last
        }
        return numbers
    }
}
