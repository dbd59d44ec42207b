import Testing

@testable import Reports

@Suite struct AxisTests {
    /// A saved figure may be any number; the values beside it are drawn all the same.
    @Test(arguments: [
        [1.79e308, 1], [-1.79e308, 1], [.leastNonzeroMagnitude, 1], [.leastNormalMagnitude, 1e-300],
        [1, 1.0000000000000002], [0, .leastNonzeroMagnitude], [.infinity, 1],
        [1e299, 1], [1e-299, 1],
    ])
    func anAxisEndsWhateverTheValuesAre(values: [Double]) {
        for kind in [Axis.Kind.linear, .logarithmic] {
            let axis = Axis(kind, holding: values, from: 0, to: 100)
            #expect(axis.ticks(about: 5).count < 700)
            #expect(axis.ticks(about: 5).count { !$0.isFinite } == 0)
            #expect((0...100).contains(axis.position(1)))
        }
    }

    @Test func ticksAreRound() {
        #expect(Axis(.linear, holding: [0, 9.3], from: 0, to: 1).ticks(about: 5) == [0, 2, 4, 6, 8, 10])
        #expect(Axis(.logarithmic, holding: [3, 70], from: 0, to: 1).ticks(about: 5) == [2, 5, 10, 20, 50, 100])
    }
}
