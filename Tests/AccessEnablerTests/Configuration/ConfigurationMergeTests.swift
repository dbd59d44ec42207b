import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct ConfigurationMergeTests {
    /// The worked example: three providers, and who answers when; `nil` fails.
    @Test(arguments: [
        (["a", "b", "c"], [], ["A": "a", "B": "a", "C": "b", "D": "c"]),
        (["b", "a", "c"], [], ["A": "a", "B": "b", "C": "b", "D": "c"]),
        (["c", "b", "a"], [], ["A": "c", "B": "b", "C": "c", "D": "c"]),
        (["a", "b", "c"], ["a"], ["A": "c", "B": "b", "C": "b", "D": "c"]),
    ])
    func eachMVPDIsBoundToTheFastestThatListsIt(order: [String], failing: [String], expected: [String: String]) {
        var bench = Bench([
            "a.test": [.init("A"), .init("B")], "b.test": [.init("B"), .init("C")],
            "c.test": [.init("A"), .init("C"), .init("D")],
        ])
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test", "https://b.test", "https://c.test"]))
        bench.serve(holding: "/config/")
        for name in order {
            bench.answer("\(name).test", failing.contains(name) ? NetworkReply(status: 500) : nil)
        }
        let merge = bench.state.phase.configuration?.merge
        let bound = merge?.mvpds.reduce(into: [:]) { $0[$1.id] = String($1.provider.base.dropFirst(8).prefix(1)) }
        #expect(bound == expected)
        #expect(merge?.mvpds.count == 4)
        #expect(bench.answers == [.setRequestorComplete(.success)])
    }

    @Test func listsThatReadAlikeInOneAreNotTheSame() {
        var bench = Bench(["a.test": [.init("AB"), .init("C")], "b.test": [.init("A"), .init("BC")]])
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test", "https://b.test"]))
        bench.serve(holding: "/config/")
        bench.answer("a.test")
        bench.answer("b.test")
        #expect(bench.state.phase.configuration?.merge.mvpds.map(\.id) == ["AB", "C", "A", "BC"])
    }

    @Test func idsThatOnlyUnicodeTakesForOneAreTwo() {
        var bench = Bench(["a.test": [.init("\u{E9}")], "b.test": [.init("e\u{301}")]])
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test", "https://b.test"]))
        bench.serve(holding: "/config/")
        bench.answer("a.test")
        bench.answer("b.test")
        let merge = bench.state.phase.configuration?.merge
        #expect(merge?.mvpds.count == 2)
        #expect(merge?["e\u{301}"]?.provider.base == "https://b.test")
    }

    @Test func attributesComeFromTheProviderThatTheMVPDIsBoundTo() {
        var bench = Bench([
            "a.test": [.init("A", logo: "https://logo.test/slow", ["isTempPass": "true"])],
            "b.test": [.init("A", logo: "https://logo.test/fast", ["boardingStatus": "PICKER"])],
        ])
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test", "https://b.test"]))
        bench.serve(holding: "/config/")
        bench.answer("b.test")
        bench.answer("a.test")
        let bound = bench.state.phase.configuration?.merge["A"]
        #expect(bound?.mvpd.logoURL == "https://logo.test/fast")
        #expect(bound?.mvpd.boardingStatus == .picker)
        #expect(bound?.isTempPass == false)
        #expect(bench.state.phase.configuration?.merge.requestor?.name == "b.test")
    }

    @Test func aValidReplyWithoutMVPDsIsASuccess() {
        var bench = Bench(["a.test": []])
        bench.call(.setRequestor("REF30", serviceProviders: ["https://a.test"]))
        bench.serve()
        #expect(bench.answers == [.setRequestorComplete(.success)])
    }

    @Test func anUnknownBoardingStatusIsNone() {
        var bench = Bench(["a.test": [.init("A", ["boardingStatus": "MAYBE", "enablePlatformServices": "true"])]])
        bench.configure()
        #expect(bench.state.phase.configuration?.merge["A"]?.mvpd.boardingStatus == nil)
        #expect(bench.state.phase.configuration?.merge["A"]?.mvpd.enablePlatformServices == true)
    }
}
