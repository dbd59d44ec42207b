import AccessEnablerAPI
import Testing
import XML

@testable import AccessEnabler

struct ReadConfigurationsTests {
    private let provider = ServiceProvider.adobe

    private func body(_ ids: String..., name: String = "name") -> [UInt8] {
        let entries = ids.map { "<mvpd><id>\($0)</id><displayName>\(name)</displayName></mvpd>" }.joined()
        return Array("<config><requestor><id>REF30</id><mvpds>\(entries)</mvpds></requestor></config>".utf8)
    }

    @Test func whatCameAFewTimesIsNotReadAgain() throws {
        var configurations = ReadConfigurations()
        var asked: [Int] = []
        for time in 1...10 {
            let read = try configurations.read(body("A", "B"), from: provider) { _ in
                asked.append(time)
                return false
            }
            #expect(read.document.mvpds.map(\.id) == ["A", "B"])
        }
        // A reader asks about each MVPD, unless it reads for good.
        #expect(asked == [1, 1, 2, 2, 3, 3])
        // The fourth reading was the last: what is no document any more would be found out.
        let same = try configurations.read(body("A", "B"), from: provider) { _ in true }
        #expect(same.document.mvpds.map(\.id) == ["A", "B"])
    }

    @Test func whatWasLeftOutIsThereWhenItCountsTheNextTime() throws {
        var configurations = ReadConfigurations()
        for time in 1...8 {
            let leftOut = time.isMultiple(of: 2) ? "A" : "B"
            let read = try configurations.read(body("A", "B"), from: provider) { $0 == leftOut }
            let expected = time < 4 ? ["A", "B"].filter { $0 != leftOut } : ["A", "B"]
            #expect(read.document.mvpds.map(\.id) == expected)
        }
    }

    @Test func oneByteMoreOrAnotherIsReadAnew() throws {
        var configurations = ReadConfigurations()
        let kept = Array(repeating: ("A", "one"), count: 6)
        for (ids, name) in kept + [("A", "two"), ("B", "two"), ("BC", "two"), ("B", "two")] + kept {
            let read = try configurations.read(body(ids, name: name), from: provider) { _ in false }
            #expect(read.document.mvpds.map(\.id) == [ids])
            #expect(read.document.mvpds.map(\.displayName) == [name])
        }
    }

    @Test func eachProviderHasItsOwn() throws {
        let other = try #require(ServiceProvider("https://other.test"))
        var configurations = ReadConfigurations()
        for _ in 1...6 {
            #expect(try configurations.read(body("A"), from: provider) { _ in false }.document.mvpds.map(\.id) == ["A"])
            #expect(try configurations.read(body("B"), from: other) { _ in false }.document.mvpds.map(\.id) == ["B"])
        }
    }

    @Test func whatCannotBeReadIsNotKept() throws {
        var configurations = ReadConfigurations()
        for _ in 1...2 {
            #expect(throws: XMLError.self) {
                try configurations.read(Array("<config>".utf8), from: provider) { _ in false }
            }
            #expect(throws: XMLError.self) { try configurations.read([], from: provider) { _ in false } }
        }
        #expect(try configurations.read(body("A"), from: provider) { _ in false }.document.mvpds.map(\.id) == ["A"])
    }

    @Test func aMergeBeginsWithWhatWasReadLast() throws {
        let other = try #require(ServiceProvider("https://other.test"))
        var configurations = ReadConfigurations()
        for (id, name) in Array(repeating: ("A", "one"), count: 7) + Array(repeating: ("B", "two"), count: 7) {
            for provider in [provider, other] {
                let read = try configurations.read(body(id, name: name), from: provider) { _ in false }
                let merge = configurations.merge(of: read, from: provider)
                #expect(merge == ConfigurationMerge(read, from: provider))
                #expect(merge.mvpds.map(\.id) == [id])
                #expect(merge[id]?.mvpd.displayName == name)
                #expect(merge[id]?.provider == provider)
            }
        }
    }

    @Test func aRepeatedCallBindsToWhoeverIsFastestThen() {
        let entries: [Service.Entry] = [.init("A"), .init("B")]
        var bench = Bench(["a.test": entries, "b.test": entries])
        let urls = ["https://a.test", "https://b.test"]
        for order in [["a", "b"], ["b", "a"], ["a", "b"], ["b", "a"], ["a", "b"], ["b", "a"]] {
            bench.call(.setRequestor("REF30", serviceProviders: urls))
            bench.serve(holding: "/config/")
            for host in order { bench.answer("\(host).test/adobe-services/config") }
            bench.serve()
            let merge = bench.state.phase.configuration?.merge
            for id in ["A", "B"] {
                #expect(merge?[id]?.provider.base == "https://\(order[0]).test")
                #expect(merge?[id]?.mvpd.displayName == "\(id) at \(order[0]).test")
            }
        }
    }
}
