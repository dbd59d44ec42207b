import AccessEnablerAPI
import Testing

@testable import Load

/// Whose an MVPD of a picker is, by its texts.
@Suite struct PickedMVPDTests {
    private static func item(
        _ id: String = "S1-x1n7x", _ name: String? = nil, _ logo: String? = nil, provider: String = "3",
        more: Value.Members = [:]
    ) -> Value {
        let members: Value.Members = [
            "ID": .string(id), "displayName": .string(name ?? "\(id) by sp\(provider)"),
            "logoURL": .string(logo ?? "https://logos.example/sp\(provider)/\(id).png"),
        ]
        return .object(Value.Members(Array(members) + Array(more)))
    }

    @Test(arguments: 1...64)
    func theProviderIsTheOneInNameAndLogo(number: Int) throws {
        let mvpd = try #require(PickedMVPD(Self.item(provider: "\(number)")))
        #expect(mvpd.provider == number)
        #expect(mvpd.name(without: "-x1n7x").map { String(Substring($0)) } == "S1")
        #expect(mvpd.name(without: "-x1n8x") == nil)
        #expect(mvpd.name(without: "a longer mark than the whole ID") == nil)
    }

    @Test func whatAPortSaysInAdditionChangesNothing() {
        let value = MVPD(id: "A", displayName: "A by sp1", logoURL: "https://logos.example/sp1/A.png").value
        #expect(PickedMVPD(value)?.provider == 1)
        #expect(PickedMVPD(Self.item(more: ["rank": 7]))?.provider == 3)
    }

    private static let strangers = [
        item("S1", "S1 by sp", "https://logos.example/sp/S1.png"),
        item("S1", "S2 by sp3"),
        item("S1", "S1 by SP3"),
        item("S1", "S1 by sp3 "),
        item("S1", ""),
        item("S1", nil, ""),
        item("S1", nil, "https://logos.example/sp4/S1.png"),
        item("S1", nil, "https://logos.example/sp3/S2.png"),
        item("S1", nil, "https://logos.example/sp3/S1.gif"),
        item("S1", nil, "http://logos.example/sp3/S1.png"),
        item("S1", nil, "https://logos.example/sp3.S1.png"),
        item("S1", nil, "https://logos.example/sp03/S1.png"),
        item("S1", "S1 by sp13", "https://logos.example/sp0=/S1.png"),
        item(provider: "03"), item(provider: "0"), item(provider: "111"), item(provider: "+3"), item(provider: "x"),
        item(provider: "-1"), item(provider: "é"),
    ]

    @Test(arguments: strangers)
    func attributesOfNobodyAreNobodys(item: Value) throws {
        #expect(try #require(PickedMVPD(item)).provider == nil)
    }

    private static let others: [Value] = [
        .null, .string("S1"), .object([:]), item(""), item(more: ["ID": 7]), item(more: ["logoURL": .null]),
        item(more: ["displayName": false]), item(more: ["enablePlatformServices": true]),
        item(more: ["boardingStatus": "PICKER"]),
    ]

    @Test(arguments: others)
    func whatIsNotPlainlyAnMVPDOfALoadIsNone(item: Value) {
        #expect(PickedMVPD(item) == nil)
    }
}
