/// Numbers with a fixed count of decimal places, the same on every machine.
package enum Decimals {
    /// The number rounded to so many places, a half away from zero; `nan` and `inf` as C prints them.
    package static func text(_ number: Double, places: Int) -> String {
        guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (number.magnitude * scale).rounded()
        guard scaled < 9e18 else { return "\(number.rounded())" }
        let digits = String(Int(scaled))
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}
