import ServiceProtocol
import Testing

@Suite struct ProviderNameTests {
    @Test(arguments: [(0, "sp1"), (1, "sp2"), (63, "sp64")]) func aPlaceHasAName(index: Int, name: String) {
        #expect(ProviderName.text(at: index) == name && ProviderName.index(of: name) == index)
    }

    @Test(arguments: ["", "sp", "sp0", "sp01", "sp+1", "sp-1", "SP1", "sports", "sp1 "])
    func anotherNameHasNoPlace(name: String) {
        #expect(ProviderName.index(of: name) == nil)
    }
}
