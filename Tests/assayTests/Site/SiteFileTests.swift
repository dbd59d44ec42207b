import Documents
import Gate
import Runner
import SchemaCheck
import Testing

@testable import assay

@Suite struct SiteFileTests {
    private static let whole = """
        schema: assay/site/2
        providers: [https://sp.example.com, http://127.0.0.1:8080]
        certificateAuthorities: ca.pem
        requestors: [REF30]
        softwareStatement: { environment: ASSAY_TEST_STATEMENT, othersRefused: true }
        login: { user: { command: echo me }, password: { environment: ASSAY_TEST_PASSWORD } }
        mvpds: [{ id: Alpha, logout: redirect, metadata: { userID: u, zip: ["1", "2"], maxRating: { b: x, a: y } } }, { id: Bravo, pages: [{ press: Go on },
                { form: f, fill: { who: $user, pass: $password, stay: "yes" } }] }]
        untouched: [Charlie]
        resources: { granted: [News], denied: { Premium: no }, others: granted }
        trustsAccounts: true
        limits: { rate: 5, sessions: 2, requests: 100 }
        """

    @Test func everythingThatASiteHasIsRead() throws {
        let site = try SiteFile.read(Array(Self.whole.utf8), file: "sites/s.yaml")
        #expect(site.providers == ["https://sp.example.com", "http://127.0.0.1:8080"])
        #expect(site.authorities == "sites/ca.pem")
        #expect(site.statement == .environment("ASSAY_TEST_STATEMENT") && site.refusesStatements)
        #expect(site.login?.user == .command("echo me"))
        #expect(site.mvpds.map(\.id) == ["Alpha", "Bravo"] && site.mvpds[0].logout == "redirect")
        #expect(
            site.mvpds[0].metadata == ["userID": "u", "zip": "[\"1\",\"2\"]", "maxRating": "{\"a\":\"y\",\"b\":\"x\"}"])
        #expect(site.mvpds[1].pages[0] == LoginPage(press: "Go on"))
        #expect(
            site.mvpds[1].pages[1] == LoginPage(form: "f", fill: ["who": "$user", "pass": "$password", "stay": "yes"]))
        #expect(site.denied == ["Premium": "no"] && site.grantsOthers && site.trustsAccounts)
        #expect(site.rate == 5 && site.sessions == 2 && site.requests == 100)
    }

    @Test func everyMistakeIsToldWithItsPlaceAndNoSecretIsTakenFromTheFile() {
        let wrong = """
            schema: assay/site/2
            providers: [ftp://a, "http://user:word@b", http://c/d]
            requestors: []
            login: { user: me, password: word }
            mvpds: [{ id: A }, { id: A, logout: never, tells: {} }]
            limit: {}
            """
        let mistakes = #expect(throws: DiagnosticList.self) { try SiteFile.read(Array(wrong.utf8), file: "s.yaml") }
        let text = mistakes?.description ?? ""
        for place in [
            "s.yaml:2:13", "s.yaml:2:22", "s.yaml:2:44: the address of a provider behind a gate has no path",
            "s.yaml:4:16: a secret is not written here", "s.yaml:4:30",
            "'A' is there twice",
            "s.yaml:5:37", "unknown key 'tells'", "unknown", "at least one requestor",
        ] { #expect(text.contains(place), "\(place) in \(text)") }
        #expect(!text.contains("user:word") && !text.contains("at least one provider"))
    }

    @Test func whatIsWrongWithThePagesOfALoginIsTold() {
        let wrong = """
            schema: assay/site/2
            providers: [http://a]
            requestors: [R]
            mvpds: [{ id: A, pages: [{}, { fill: { user: $name } }, { fill: { password: word }, pres: x }] }]
            """
        let mistakes = #expect(throws: DiagnosticList.self) { try SiteFile.read(Array(wrong.utf8), file: "s.yaml") }
        let text = mistakes?.description ?? ""
        for part in [
            "s.yaml:4:26: a page has 'fill' or 'press'", "'$name' is unknown here; known: $user, $password",
            "a secret is not written here: write '$password'", "'pres'",
        ] { #expect(text.contains(part), "\(part) in \(text)") }
    }

    @Test func theSchemaKnowsWhatIsReadAndNothingElse() throws {
        let schema = try JSON.parse(try File.read(ShippedFolder.specs + "/schema/site.schema.json"))
        let example = try File.read(ShippedFolder.specs + "/../Examples/real-backend/site.yaml")
        for text in [Array(Self.whole.utf8), example] {
            #expect(try SchemaCheck(schema).problems(of: YAML.read(text, file: "s.yaml").json) == [])
            _ = try SiteFile.read(text, file: "s.yaml")
        }
        let wrong = try YAML.read(Array((Self.whole + "\nother: 1").utf8), file: "s.yaml").json
        #expect(!SchemaCheck(schema).problems(of: wrong).isEmpty)
    }

    @Test func aSecretComesFromTheEnvironmentOrACommand() async throws {
        #expect(try await SiteSecret.command("echo one; echo two").value(of: "it") == "one")
        for secret in [SiteSecret.command("exit 3"), .command("true"), .environment("ASSAY_TEST_NOBODY_SETS_THIS")] {
            let error = await #expect(throws: ToolError.self) { try await secret.value(of: "the password at Alpha") }
            #expect(error?.message.contains("the password at Alpha") ?? false)
        }
    }

    @Test func providersOfOthersAreAskedLittleAndOnlyByWhoMay() async throws {
        let site = try await ChosenSite.read(.urls(["https://sp.example.com"]), [])
        #expect(site.limits.rate == 2 && site.sessions == 4 && site.limits.budget == 20_000)
        #expect(site.promise.contains("2 requests a second, 4 sessions at once, 20000 requests in all"))
        #expect(throws: ToolError.self) { try site.check(mayUseOthers: false) }
        try site.check(mayUseOthers: true)
        let own = try await ChosenSite.read(.urls(["http://127.0.0.1:1", "http://localhost"]), [])
        #expect(own.limits.rate == nil && own.sessions == nil)
        try own.check(mayUseOthers: false)
    }

    @Test func aBackendBehindGatesIsURLsOrAFile() throws {
        #expect(try BackendChoice(argument: "gate:http://a:1,https://b") == .gate(.urls(["http://a:1", "https://b"])))
        #expect(try BackendChoice(argument: "gate:sites/mine.yaml") == .gate(.file("sites/mine.yaml")))
        #expect(try !BackendChoice(argument: "gate:http://user:word@a").text.contains("word"))
        for wrong in ["gate:", "gate:http://a,b", "gate:http://a/b?access_token=q1w2e3r4"] {
            let mistake = #expect(throws: InvalidValue.self) { try BackendChoice(argument: wrong) }
            #expect(mistake?.message.contains("q1w2") == false)
        }
    }
}
