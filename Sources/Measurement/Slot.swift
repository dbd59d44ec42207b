/// A class of values that are equal to three significant digits, and its place among the counts.
///
/// The layout is that of HdrHistogram for the lowest value 1 and three digits: the first 2,048 classes are one value
/// wide, the next 1,024 two, the next four, and so on.
struct Slot: Hashable {
    /// Classes below which a class is one value wide.
    static let subBuckets = 2_048
    static let halfMagnitude = 10
    static let half = subBuckets / 2
    static let significantDigits = 3

    let index: Int

    init(index: Int) {
        self.index = index
    }

    /// That of a value that is not negative.
    init(of value: Int64) {
        let bucket = Self.bucket(of: value)
        index = (bucket + 1) << Self.halfMagnitude + Int(value >> Int64(bucket)) - Self.half
    }

    private static func bucket(of value: Int64) -> Int {
        64 - (value | Int64(subBuckets - 1)).leadingZeroBitCount - (halfMagnitude + 1)
    }

    private var bucket: Int { max(0, index >> Self.halfMagnitude - 1) }

    /// The lowest value of the class.
    var lowest: Int64 {
        index < Self.subBuckets
            ? Int64(index) : Int64(index & (Self.half - 1) + Self.half) << Int64(bucket)
    }

    /// How many values are in the class.
    var width: Int64 { 1 << Int64(bucket) }

    /// The highest value of the class.
    var highest: Int64 { lowest + (width - 1) }

    /// What stands for the class where sums are made.
    var middle: Int64 { lowest + width / 2 }

    /// How many counts there are up to the end of the bucket that the class is in.
    var lengthOfItsBucket: Int { (bucket + 2) * Self.half }

    /// How many buckets are needed for values up to `value`.
    static func buckets(for value: Int64) -> Int { bucket(of: value) + 1 }
}
