import Backend
import Testing
import TestThreads

/// The login pages in a browser: headless Chromium, driven by chromedriver.
@Suite(
    .mayBlock, .serialized,
    .enabled(
        if: Program.areInstalled("chromium", "chromedriver"), "chromium and chromium-driver are not installed"))
struct ChromiumTests {
    @Test func aPersonWithAPhoneFailsToSignInThenDoesAndActivatesASecondScreen() async throws {
        let bench = try Bench(openWorld: OpenWorld())
        let base = bench.backend.baseURLs[0]
        let browser = try await Browser(width: 360)
        let tv = try Television(base, format: "json")
        let code = try tv.value("code", of: tv.post("/reggie/v1/REF30/regcode"))

        try browser.open(base + "/activate")
        #expect(try browser.activeElement == "code")
        #expect(try (200...360).contains(browser.width(of: "#code")))
        try browser.type("WRONG11", into: "#code")
        try browser.press("#activate button")
        #expect(try browser.text(of: "[role=alert]").contains("unknown"))
        try browser.type(code, into: "#code", clearing: true)
        try browser.press("#activate button")
        try browser.waitForPage("Choose your provider")
        // The form of the first provider; the page in between submits itself.
        try browser.press("form button")
        try browser.waitForPage("Sign in to Cable Example")
        #expect(try browser.activeElement == "username")
        #expect(try browser.accessibleName(of: "#password") == "Password")
        try browser.type("user", into: "#username")
        try browser.type("guess", into: "#password")
        try browser.press("#login button")
        #expect(try browser.text(of: "[role=alert]") == "The user name or the password is not correct.")
        try browser.type("password\n", into: "#password")
        try browser.waitForPage("You are signed in")
        #expect(tv.get("/api/v1/authenticate/\(code)").status == 200)
    }

    @Test func withoutJavaScriptAPersonGivesConsentAndSignsOut() async throws {
        let bench = try Bench(openWorld: OpenWorld())
        let base = bench.backend.baseURLs[0]
        let browser = try await Browser(runsScripts: false)
        let back = encode(base + "/activate")
        try browser.open(
            base + "/adobe-services/authenticate/saml?requestor_id=REF30&mso_id=Satellite&redirect_url=\(back)")
        try browser.waitForPage("Sign in to Satellite Example")
        try browser.type("user", into: "#username")
        try browser.type("password", into: "#password")
        try browser.press("#login button")
        try browser.waitForPage("Share with REF30?")
        try browser.press("#consent button")
        // What scripts would submit has a button.
        try browser.press("form[action$='SAMLAssertionConsumer'] button")
        try browser.waitForPage("Activate your device")
        let cookie = try browser.cookie("JSESSIONID")
        let session = try Caller(base).post(
            "/adobe-services/session", headers: [("Cookie", "JSESSIONID=\(cookie)")], form: [("requestor_id", "REF30")])
        #expect(session.text.contains("<authnToken>"))
        try browser.open(base + "/adobe-services/logout?requestor_id=REF30&mso_id=Satellite&redirect_url=\(back)")
        try browser.waitForPage("Signed out of Satellite Example")
        try browser.press("#continue")
        try browser.waitForPage("Activate your device")

        try browser.open(
            base + "/adobe-services/authenticate/saml?requestor_id=REF30&mso_id=Fiber&redirect_url=\(back)")
        try browser.press("#cancel button")
        try browser.waitForPage("Activate your device")
        let refused = try Caller(base).post(
            "/adobe-services/session", headers: [("Cookie", "JSESSIONID=\(try browser.cookie("JSESSIONID"))")],
            form: [("requestor_id", "REF30")])
        #expect(refused.text.contains("<pendingLogout"))
    }
}
