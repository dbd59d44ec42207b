import Backend
import Cryptography
import Documents
import Encodings
import ServiceProtocol
import Testing

/// User metadata that only the programmer can read (service-protocol.md 4.12).
@Suite struct UserMetadataTests {
    private func answers(certificate: String?) throws -> (json: JSON, xml: String) {
        var user = UserAccount(
            name: "user", password: "password",
            metadata: [
                "zip": .list(["12345"]), "userID": .text("u-1"), "householdID": .text("h-1"),
                "texts": .list(["{mvpd}, {mvpd}.", "{mso}"]), "rows": .table(["at": "{mvpd}"]),
            ],
            encryptedMetadata: ["userID", "zip"])
        user.mvpd = "Cablevision"
        let world = OpenWorld(requestors: [RequestorScript(id: "REF30", certificate: certificate)], users: [user])
        let bench = try Bench(openWorld: world)
        let visitor = try Visitor(bench.backend.baseURLs[0])
        let caller = try Caller(bench.backend.baseURLs[0])
        let code = try JSON.parse(caller.post("/reggie/v1/REF30/regcode.json", form: [("deviceId", "tv")]).body)["code"]
        let page = visitor.open(
            "/api/v1/authenticate?requestor_id=REF30&mso_id=Cablevision&domain_name=adobe.com&noflash=true&no_iframe=true"
                + "&reg_code=\(code?.string ?? "")&redirect_url=app%3A%2F%2Fx")
        let form = try visitor.submit(page)
        _ = try visitor.submit(
            visitor.submit(form, form: "login", filling: ["username": "user", "password": "password"]))
        let query = "?requestor=REF30&deviceId=tv"
        return (
            try JSON.parse(caller.get("/api/v1/tokens/usermetadata.json" + query).body),
            caller.get("/api/v1/tokens/usermetadata.xml" + query).text
        )
    }

    @Test func theOwnerOfTheCertificateReadsWhatIsEncrypted() throws {
        let key = try PrivateKey.generate(bits: 1_024)
        let (json, xml) = try answers(certificate: key.publicKey.pem)
        #expect(json["encrypted"] == ["userID", "zip"])
        func read(_ name: String) -> String? {
            json["data"]?[name]?.string.flatMap { Base64.decode($0) }.flatMap(key.decrypt).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(read("userID") == "u-1" && read("zip") == "[\"12345\"]")
        #expect(json["data"]?["householdID"] == "h-1")
        #expect(xml.contains("<encrypted>userID</encrypted><encrypted>zip</encrypted>") && !xml.contains("12345"))
        let other = try PrivateKey.generate(bits: 1_024)
        #expect(
            json["data"]?["userID"]?.string.flatMap { Base64.decode($0) }.flatMap(other.decrypt) != Array("u-1".utf8))
    }

    @Test func anMVPDMayTellWhichItIs() throws {
        let (json, _) = try answers(certificate: nil)
        #expect(json["data"]?["texts"] == ["Cablevision, Cablevision.", "{mso}"])
        #expect(json["data"]?["rows"] == ["at": "Cablevision"])
    }

    @Test func withoutACertificateNothingIsSaidToBeEncrypted() throws {
        let (json, xml) = try answers(certificate: nil)
        #expect(json["encrypted"] == [] && json["data"]?["zip"] == ["12345"])
        #expect(xml.contains("<zip>12345</zip>") && !xml.contains("<encrypted>"))
    }
}
