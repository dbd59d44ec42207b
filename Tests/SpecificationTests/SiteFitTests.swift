import AccessEnablerAPI
import Documents
import Evidence
import Testing
import Timing

@testable import Specification

/// What the cases come to at service providers that are not simulated.
@Suite struct SiteFitTests {
    private static let vocabulary = Vocabulary(
        calls: ["checkAuthorization:", "getAuthentication", "setRequestor:serviceProviders:"],
        callbacks: [
            "displayProviderDialog:", "setRequestorComplete:", "tokenRequestFailed:errorCode:errorDescription:",
        ],
        parameters: [
            "setRequestor:serviceProviders:": ["requestorID", "urls"], "checkAuthorization:": ["resource"],
            "tokenRequestFailed:errorCode:errorDescription:": ["resource", "code", "description"],
        ], statements: ["AE-SP-007"], checks: [])

    /// Two providers that list the same, under names of their own.
    private static func site(_ change: (inout Site) -> Void = { _ in }) -> Site {
        let providers = ["one", "two"].map { provider in
            [
                ("Alpha", [:]), ("Bravo", [:]), ("Charlie", ["canAuthenticate": "true", "isTempPass": "false"]),
                ("Passing", ["isTempPass": "true"]),
            ].map { id, properties in
                Site.Listing(
                    id: id, displayName: "\(id) by \(provider)", logoURL: "https://\(provider).test/\(id)",
                    properties: properties)
            }
        }
        var site = Site(
            providers: providers, requestors: ["REF30"], users: ["Bravo": ["userID": "user-1"], "Alpha": [:]],
            granted: ["News"], denied: ["Premium": "", "Sports": "no sports"])
        change(&site)
        return site
    }

    private func fit(
        _ fixture: String, steps: String = "[{ configure: [sp1] }]",
        expect: String = "[{ callback: \"setRequestorComplete:\" }]", at site: Site = site()
    )
        throws -> SiteFit
    {
        try contract(fixture, steps, expect).fitted(to: .iOS, .newest).fit(to: site)
    }

    /// As large lists of real providers are: nearly all of one is in the other.
    @Test func hundredsOfMVPDsFindTheirPlaces() throws {
        let names = (1...60).map { "N\($0)" }
        let both = names.dropFirst(20)
        let site = Self.site { site in
            let listings = (1...90).map { number in
                Site.Listing(id: "R\(number)", displayName: "", logoURL: "", properties: [:])
            }
            site.providers = [Array(listings.prefix(75)), Array(listings.dropFirst(15))]
        }
        let fixture =
            "{ providers: { sp1: [\(names.joined(separator: ", "))], sp2: [\(both.joined(separator: ", "))] } }"
        guard case .fits = try fit(fixture, at: site) else {
            Issue.record("60 MVPDs of 75, of which 40 are among 60 that both have")
            return
        }
        let lacking = Self.site { $0.providers = [Array(site.providers[0].prefix(59)), site.providers[1]] }
        guard case .lacks = try fit(fixture, at: lacking) else {
            Issue.record("60 MVPDs of 59")
            return
        }
    }

    private func contract(_ fixture: String, _ steps: String, _ expect: String) throws -> Case {
        let text = """
            schema: assay/contract/2
            id: c
            title: t
            level: MUST
            cites: [AE-SP-007]
            fixture: \(fixture)
            steps: \(steps)
            expect: \(expect)
            """
        let diagnostics = Diagnostics()
        let cases = ContractReader(vocabulary: Self.vocabulary).cases(
            in: try YAML.read(Array(text.utf8), file: "c.yaml"), area: "area", file: "c.yaml", diagnostics: diagnostics)
        try diagnostics.throwIfAny()
        return try #require(cases.first)
    }

    private func lack(_ fit: SiteFit) -> String { if case .lacks(let reason) = fit { reason } else { "nothing" } }

    @Test func everyNameOfTheMergeStandsForAnotherMVPDOfTheSite() throws {
        guard case .fits(let there, let names) = try fit("{ providers: { sp1: [A, B], sp2: [B, C] } }") else {
            Issue.record("the case does not fit")
            return
        }
        #expect(Set(["A", "B", "C"].compactMap { names[$0] }).count == 3)
        #expect(!names.values.contains("Passing"))
        #expect(names["requestor"] == "REF30")
        let second = there.fixture.providers[1]
        let b = try #require(second.mvpds.first { $0.name == "B" })
        #expect(b.displayName(of: "-", at: "-") == "\(names["B"] ?? "") by two")
    }

    @Test func whatTheSiteLacksIsSaidWithTheLineToAdd() throws {
        #expect(lack(try fit("{ providers: { sp1: [A], sp2: [A], sp3: [A] } }")).contains("3 service providers, and 2"))
        #expect(lack(try fit("{ providers: { sp1: [A, B, C, D] } }")).contains("4 MVPDs"))
        #expect(
            lack(try fit("{ providers: { sp1: [A], sp2: [A], sp3: [A] } }"))
                .hasSuffix("; add to the site file: providers: [URL of sp1, URL of sp2, URL of sp3]"))
        let flagged = "{ providers: { sp1: { S: { requiresSVC: \"true\" } } } }"
        #expect(lack(try fit(flagged)).contains("an MVPD that sp1 lists with requiresSVC: true"))
        // No line makes a provider list what it does not.
        #expect(!lack(try fit(flagged)).contains("add to"))
        #expect(
            lack(try fit("{ providers: { sp1: [A] }, resources: { x: granted, y: granted } }")).contains(
                "2 of them; add to the site file: resources: { granted: [News, ID] }"))
        #expect(
            lack(try fit("{ providers: { sp1: { A: { logout: redirect } } } }"))
                .hasSuffix("add to the site file: mvpds: [{ id: Alpha, logout: redirect }]"))
        let words = "{ providers: { sp1: [A] }, resources: { x: { denied: no news } } }"
        #expect(lack(try fit(words)) == "nothing")
        let asked =
            "[{ callback: \"tokenRequestFailed:errorCode:errorDescription:\", where: { description: no news } }]"
        #expect(lack(try fit(words, expect: asked)).contains("denied with the words 'no news'"))
        let lifetime = "{ providers: { sp1: [A] }, lifetimes: { authentication: 3d } }"
        #expect(lack(try fit(lifetime)).contains("a lifetime of its own"))
        let literal = "[{ configure: [sp1] }, { call: \"checkAuthorization:\", with: { resource: news } }]"
        #expect(lack(try fit("{ providers: { sp1: [A] } }", steps: literal)).contains("others: granted"))
        #expect(
            lack(try fit("{ providers: { sp1: [A] } }", steps: literal, at: Self.site { $0.grantsOthers = true }))
                == "nothing")
    }

    @Test func whoLogsInHasAUserThere() throws {
        let steps = "[{ configure: [sp1] }, { sign-in: A }]"
        guard
            case .fits(_, let names) = try fit(
                "{ providers: { sp1: [A] }, user: { metadata: { userID: user-1 } } }", steps: steps)
        else {
            Issue.record("the case does not fit")
            return
        }
        #expect(names["A"] == "Bravo")
        let nobody = Self.site { $0.users = [:] }
        #expect(
            lack(try fit("{ providers: { sp1: [A] } }", steps: steps, at: nobody)).contains(
                "a user who may log in there; add to the site file: mvpds: [{ id: Alpha, login: { user: "))
        #expect(lack(try fit("{ providers: { sp1: [A] } }", at: nobody)) == "nothing")
    }

    @Test func aSiteIsWrittenToATraceAndReadBack() throws {
        var header = RunHeader(
            assayVersion: "1", portName: "p", portVersion: "1", implementation: "builtin", backend: "gate:http://a",
            platform: .iOS, version: .newest, seed: 1, features: [], calls: [], startedAt: 0)
        header.site = Self.site { $0.logouts = ["Alpha": "redirect"] }
        #expect(header.seesRequests)
        var trace = Trace()
        trace.observations = [
            Observation(sequence: 0, time: .init(nanoseconds: 0), session: .none, event: .runStarted(header))
        ]
        let read = try TraceRecord.read(TraceRecord.bytes(of: trace), file: "t").trace
        #expect(read.header == header)
    }
}
