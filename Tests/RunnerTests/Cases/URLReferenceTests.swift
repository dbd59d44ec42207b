import Testing

@testable import Runner

@Suite struct URLReferenceTests {
    @Test(arguments: [
        ("https://b.example/x", "http://a.example/p/q?r", "https://b.example/x"),
        ("adobepass://ios.app", "http://a.example/p", "adobepass://ios.app"),
        ("/login", "http://a.example:81/p/q", "http://a.example:81/login"),
        ("next", "http://a.example/p/q?r#s", "http://a.example/p/next"),
        ("next", "http://a.example", "http://a.example/next"),
        ("?x=1", "http://a.example/p/q?r", "http://a.example/p/q?x=1"),
        ("", "http://a.example/p?q", "http://a.example/p"),
        ("//c.example/z", "https://a.example/p", "https://c.example/z"),
    ])
    func aReferenceLeadsSomewhere(reference: String, base: String, target: String) {
        #expect(URLReference.resolve(reference, against: base) == target)
    }

    @Test func anOriginEndsBeforeThePath() {
        #expect(URLReference.origin(of: "http://a.example:8080/p?q") == "http://a.example:8080")
        #expect(URLReference.origin(of: "http://a.example?q") == "http://a.example")
    }

    @Test(
        arguments: [
            ("http://A.example:8080/p", "a.example"), ("https://a.example", "a.example"), ("a.example:1", "a.example"),
            ("http://user:word@a.example:1/b@c", "a.example"), ("http://[::1]:8080/", "[::1"), ("", ""),
        ])
    func aHostIsNeitherUserNorPort(url: String, host: String) {
        #expect(URLReference.host(of: url) == host)
    }
}
