/// Numbers with a fixed count of decimal places, the same on every machine.
enum Decimals {
    static func text(_ number: Double, places: Int) -> String {
        var scale = 1
        for _ in 0..<places { scale *= 10 }
        let scaled = Int((number.magnitude * Double(scale)).rounded())
        let sign = number < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(scaled)" }
        return "\(sign)\(scaled / scale).\(Prose.zeroPadded(scaled % scale, to: places))"
    }
}
