import Testing

@testable import Backend

@Suite struct RedirectTargetTests {
    private let target = RedirectTarget(
        domains: ["example.com", "adobe.com"], schemes: ["app", "adobepass"], ownHost: "192.168.1.5:8080")

    @Test(arguments: [
        "app://end", "adobepass://ios.app", "com.example.app:/x", "http://adobepass.ios.app/", "http://127.0.0.1:9/x",
        "https://localhost/", "https://example.com", "https://www.Example.com:443/x?y#z",
        "http://192.168.1.5:8080/activate",
    ])
    func aBrowserIsSentToTheApplication(address: String) {
        #expect(target.allows(address))
    }

    @Test(arguments: [
        "https://evil.test/", "http://evil.test:80", "//evil.test", "https:evil.test", "https:/evil.test",
        "https:\\\\evil.test", "https://localhost@evil.test/", "https://example.com:x@evil.test/",
        "https://evil.test\\.example.com/", "https://evilexample.com/", "https://example.com.evil.test/",
        "https://localhost.evil.test/", "https://127.0.0.1.evil.test/", "https://127.1.evil.test",
        "javascript:alert(1)", "chrome-extension://x", "mailto:a@b", "ms-msdt:/id", "search-ms:q",
        "JavaScript://%0aalert(1)", "data:text/html,x", "file:///etc/passwd", "blob:http://x/1", "view-source:http://x",
        " https://example.com", "https://exa mple.com", "/relative", "", ":", "1x://y", "http://0x7f000001/",
        "https://192.168.1.6/", "http://[::ffff:1.2.3.4]/",
        "microsoft-edge:https://evil.com", "googlechrome://evil.com", "firefox://open-url?url=https://evil.com",
        "x-safari-https://evil.com", "feed:https://evil.com", "ms-word:ofe|u|https://evil.com/x", "vscode://x",
        "ssh://evil", "other://end",
    ])
    func aBrowserIsSentToNoStranger(address: String) {
        #expect(!target.allows(address))
    }

    @Test func aLoginAndALogoutEndWithTheRequestorAlone() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let login = "/adobe-services/authenticate/saml?requestor_id=REF30&mso_id=Cablevision&redirect_url="
        #expect(caller.get(login + "https%3A%2F%2Fevil.test%2F").status == 400)
        #expect(caller.get(login + "app%3A%2F%2Fend").status == 200)
        let logout = "/adobe-services/logout?requestor_id=REF30&mso_id=Cablevision&redirect_url="
        #expect(caller.get(logout + "https%3A%2F%2Fevil.test%2F").headers["location"]?.contains("evil") != true)
        #expect(caller.get(logout + "app%3A%2F%2Fend").status == 302)
    }

    @Test func whatAClientRegistersIsItsOwnUnlessBrowsersActOnIt() throws {
        let bench = try Bench(openWorld: OpenWorld())
        let caller = try Caller(bench.backend.baseURLs[0])
        let login = "/adobe-services/authenticate/saml?requestor_id=REF30&mso_id=Cablevision&redirect_url="
        for (address, ends) in [("mine://end", true), ("javascript:x", false), ("ms-word:x", false)] {
            #expect(caller.get(login + address).status == 400)
            let client = #"{"software_statement": "a.b.c", "redirect_uri": "\#(address)"}"#
            #expect(caller.post("/o/client/register", body: client).status == 201)
            #expect(caller.get(login + address).status == (ends ? 200 : 400))
        }
    }
}
