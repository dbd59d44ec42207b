import AccessEnablerAPI
import Testing

@testable import AccessEnabler

struct MetadataTests {
    private func answer(_ keys: Value.Members, authenticated: Bool = true) -> [Callback] {
        var bench = Bench()
        bench.configure()
        if authenticated {
            bench.logIn()
            bench.call(.checkAuthorization("r", data: nil))
            bench.serve()
            bench.clear()
        }
        bench.call(.getMetadata(keys))
        return bench.callbacks
    }

    @Test func theExpiryOfTheAuthenticationIsTheTokens() {
        let keys: Value.Members = ["METADATA_OPCODE_KEY": "METADATA_AUTHENTICATION"]
        // 1,800,000,000 s and the life of 1,000 s, as the token prints it.
        #expect(
            answer(keys) == [
                .setMetadataStatus(
                    "2027/01/15 08:16:40 GMT +0000", encrypted: false, key: "METADATA_AUTHENTICATION", arguments: keys)
            ])
    }

    @Test func theExpiryOfAnAuthorizationIsThatOfItsResource() {
        var keys: Value.Members = [
            "METADATA_OPCODE_KEY": "METADATA_AUTHORIZATION", "METADATA_RESOURCE_ID_KEY": "r",
        ]
        #expect(
            answer(keys) == [
                .setMetadataStatus(
                    "2027/01/15 08:16:40 GMT +0000", encrypted: false, key: "METADATA_AUTHORIZATION", arguments: keys)
            ])
        keys["METADATA_RESOURCE_ID_KEY"] = "other"
        #expect(
            answer(keys)
                == [.setMetadataStatus("", encrypted: false, key: "METADATA_AUTHORIZATION", arguments: keys)])
    }

    @Test func userMetadataIsWhatTheLoginBrought() {
        var keys: Value.Members = ["METADATA_OPCODE_KEY": "METADATA_USER_META", "METADATA_USER_META_KEY": "userID"]
        #expect(
            answer(keys) == [.setMetadataStatus("u-1", encrypted: false, key: "METADATA_USER_META", arguments: keys)])
        keys["METADATA_USER_META_KEY"] = "zip"
        #expect(
            answer(keys) == [.setMetadataStatus("X", encrypted: true, key: "METADATA_USER_META", arguments: keys)])
        #expect(
            answer(keys, authenticated: false)
                == [.setMetadataStatus(.null, encrypted: false, key: "METADATA_USER_META", arguments: keys)])
    }

    @Test func whatComesInPlainLaterIsEncryptedNoMore() {
        var bench = Bench().loggedIn()
        bench.service.changed["/authorize"] = .xml(
            bench.service.authorization("r", "A").replacing(
                "</result>", with: #"<userMeta>{"encrypted":[],"data":{"zip":"77"}}</userMeta></result>"#))
        bench.call(.checkAuthorization("r", data: nil))
        bench.serve()
        bench.clear()
        let keys: Value.Members = ["METADATA_OPCODE_KEY": "METADATA_USER_META", "METADATA_USER_META_KEY": "zip"]
        bench.call(.getMetadata(keys))
        #expect(
            bench.callbacks
                == [.setMetadataStatus("77", encrypted: false, key: "METADATA_USER_META", arguments: keys)])
    }

    @Test(arguments: [Wire.restV1, .restV2]) func overRESTUserMetadataComesWithTheLogin(wire: Wire) {
        var bench = Bench(overREST: wire).loggedIn()
        for (name, value, isEncrypted) in [("userID", "u-1", false), ("zip", "X", true)] {
            bench.call(
                .getMetadata(["METADATA_OPCODE_KEY": "METADATA_USER_META", "METADATA_USER_META_KEY": .string(name)]))
            guard case .setMetadataStatus(.string(value), isEncrypted, _, _)? = bench.answers.last else {
                Issue.record("\(bench.answers)")
                continue
            }
        }
    }
}
