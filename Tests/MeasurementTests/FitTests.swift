import Testing

@testable import Measurement

struct FitTests {
    @Test func aLineIsFoundExactly() throws {
        let fit = try #require(Fit([1, 2, 4, 8, 16, 32, 64].map { .init(x: $0, y: 120 + 30 * $0) }))
        #expect(abs(fit.alpha.value - 120) < 1e-9)
        #expect(abs(fit.beta.value - 30) < 1e-9)
        #expect(abs(fit.alpha.uncertainty ?? 1) < 1e-6)
        #expect(fit.determination > 1 - 1e-12)
        #expect(abs(fit.value(at: 10) - 420) < 1e-9)
    }

    /// Anscombe's first set: y = 3.0001 + 0.5001 x, with standard errors 1.1247 and 0.1179, and R² = 0.6665.
    @Test func aKnownSetOfPointsGivesItsKnownLine() throws {
        let points: [(Double, Double)] = [
            (10, 8.04), (8, 6.95), (13, 7.58), (9, 8.81), (11, 8.33), (14, 9.96), (6, 7.24), (4, 4.26), (12, 10.84),
            (7, 4.82), (5, 5.68),
        ]
        let fit = try #require(Fit(points.map { .init(x: $0.0, y: $0.1) }))
        #expect(abs(fit.alpha.value - 3.0001) < 1e-4)
        #expect(abs(fit.beta.value - 0.5001) < 1e-4)
        #expect(abs(fit.determination - 0.6665) < 1e-4)
        #expect(abs((fit.alpha.uncertainty ?? 0) - 2.262 * 1.1247) < 1e-3)
        #expect(abs((fit.beta.uncertainty ?? 0) - 2.262 * 0.1179) < 1e-3)
    }

    @Test func twoPointsGiveALineWithoutConfidence() throws {
        let fit = try #require(Fit([.init(x: 1, y: 2), .init(x: 2, y: 4)]))
        #expect(fit.beta.value == 2)
        #expect(fit.beta.uncertainty == nil)
    }

    @Test func onePlaceIsNoLine() {
        #expect(Fit([]) == nil)
        #expect(Fit([.init(x: 8, y: 1), .init(x: 8, y: 2)]) == nil)
    }

    @Test func quantilesGoOnWhereTheTableEnds() {
        #expect(StudentT.quantile(freedom: 30) == 2.042)
        #expect(abs(StudentT.quantile(freedom: 31) - 2.0395) < 0.0005)
        #expect(abs(StudentT.quantile(freedom: 120) - 1.9799) < 0.0005)
    }
}
