#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Logarithms of numbers above zero.
enum Logarithm {
    static func ten(_ number: Double) -> Double { log10(number) }
    static func two(_ number: Double) -> Double { log2(number) }
    static func power(ten exponent: Double) -> Double { pow(10, exponent) }
}
