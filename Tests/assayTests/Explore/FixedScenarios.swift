import AccessEnablerAPI
import Evidence
import PortWrapping
import Synchronization
import Testing
import Variants

@testable import Exploration
@testable import Mutants
@testable import assay

/// Scenarios that were not drawn: which mutants they find, and that right ports pass them.
@Suite(.serialized) struct FixedScenarios {
    struct Example: CustomTestStringConvertible {
        var mutant: String
        var flavour = Flavour.plain
        /// The kind of each move, and what its choices are after it and whether it is settled.
        var moves: [(MoveKind, [Int])]
        var platform = Platform.iOS
        var providers = 1
        var isAdvised = false

        var testDescription: String { mutant }

        var choices: Choices {
            var world = Array(repeating: 0, count: Choices.ofWorld)
            // The first provider lists every MVPD there is, others the first of these.
            (world[0], world[4], world[Scenario.adviceChoice]) = (providers - 1, 30, isAdvised ? 1 : 0)
            world[Scenario.flavourChoice] = flavour.rawValue
            return Choices(world: world, moves: moves.map { [$0.0.rawValue, 0] + $0.1 })
        }
    }

    private static let configure = (MoveKind.configure, [Int]())
    private static let ask = (MoveKind.ask, [Int]())
    private static let signIn = (MoveKind.signIn, [Int]())
    private static let handling = (MoveKind.setOptions, [0, 8])

    /// What is wrong comes at once in these, so that nothing is waited for.
    static let found = [
        Example(mutant: "own-dialog-beside-picker", flavour: .account, moves: [configure, ask]),
        Example(mutant: "picker-dismissed-late", flavour: .account, moves: [configure, ask, (.pick, [])]),
        Example(mutant: "picker-in-own-order", flavour: .account, moves: [configure, (.ask, [0, 0, 2, 1])]),
        Example(mutant: "nobody-featured", flavour: .account, moves: [configure, (.ask, [0, 0, 2, 1])]),
        Example(mutant: "presents-and-tells", flavour: .safari, moves: [configure, ask, (.choose, [])]),
        Example(mutant: "temp-pass-without-data", flavour: .passes, moves: [configure, (.signIn, [0, 9])]),
        Example(mutant: "data-keys-are-renamed", moves: [configure, (.signIn, [0, 9])]),
        Example(mutant: "profile-is-forgotten", moves: [(.setOptions, [0, 1]), configure]),
        Example(mutant: "tracking-cache-inverted", moves: [configure, signIn, (.check, [])]),
        Example(mutant: "wrong-code-on-failure", flavour: .passes, moves: [configure, (.passInVain, [])]),
        Example(mutant: "a-guid-each-time", moves: [configure, signIn, (.checkTwice, [])]),
        Example(
            mutant: "preauthorization-never-cached",
            moves: [configure, signIn, (.preauthorize, [0, 0, 1]), (.preauthorize, [0, 0, 1, 1])]),
        Example(mutant: "remote-logout-logs-in", moves: [configure, signIn, (.checkLoggedOut, [])]),
    ]

    /// What is kept of the phase, the programmer, the login, the user or the storage before.
    static let kept = [
        Example(mutant: "late-reply-wins", moves: [(.configureLate, [])], providers: 2),
        Example(
            mutant: "svc-is-not-taken-back", flavour: .safari,
            moves: [handling, (.setOptions, [1, 24]), configure, ask, (.choose, [])]),
        // A denies what B grants.
        Example(
            mutant: "cache-outlives-programmer",
            moves: [configure, signIn, (.preauthorize, [33, 0, 1]), (.visit, [1, 5])]),
        Example(
            mutant: "user-metadata-is-kept",
            moves: [configure, signIn, (.metadata, [2]), (.withholdMetadata, []), signIn, (.metadata, [2])]),
        Example(
            mutant: "storage-check-ignored", flavour: .checked,
            moves: [configure, signIn, (.authorize, []), (.restart, []), configure, (.check, [])]),
        Example(
            mutant: "logout-leaves-the-login-waiting",
            moves: [configure, ask, (.choose, []), (.logOutLate, []), (.check, [])],
            platform: .tvOS),
    ]

    /// What is wrong in it is that nothing comes.
    static let silent = Example(
        mutant: "cancel-leaves-the-renewal-locked",
        moves: [configure, ask, (.choose, []), (.cancelRenewal, []), signIn])

    /// No mutant is one whose cache is full: it keeps a hundred answers, and takes what it has kept no longer for denied.
    private static let forgetful = Mutant.mutant(
        "keeps-a-hundred-answers", "takes for denied what was asked about before a hundred others", ["AE-PRE-004"]
    ) { _, mutation in
        let asked = Kept<[Value]>([])
        mutation.onCall { call in
            let resources = call["resources"]?.arrayValue ?? []
            asked.change { asked in asked += resources.filter { !asked.contains($0) } }
            return [call]
        }
        mutation.onCallback(.preauthorizedResources) { callback in
            let forgotten = asked.value.dropLast(100)
            let kept = (callback["resources"]?.arrayValue ?? []).filter { !forgotten.contains($0) }
            return [callback.with("resources", .array(kept))]
        }
    }

    private static let multitude = Example(
        mutant: forgetful.id, moves: [configure, signIn, (.preauthorizeMultitude, [])])

    static let others = [
        Example(mutant: "logout-forgets-the-platform", flavour: .account, moves: [configure, signIn, (.logOut, [])]),
        Example(
            mutant: "custom-scheme-is-ignored", flavour: .safari,
            moves: [handling, configure, signIn, (.logOut, [])]),
        Example(
            mutant: "lost-without-the-callback", flavour: .withoutSafari,
            moves: [handling, configure, ask, (.choose, []), (.cancel, [])]),
        Example(mutant: "temp-pass-has-no-end", flavour: .passes, moves: [configure, (.choose, [])]),
        Example(mutant: "default-is-another", flavour: .defaultProvider, moves: [(.configureDefault, [])]),
        Example(mutant: "nothing-without-tracking", flavour: .withoutTracking, moves: [configure, signIn]),
        Example(
            mutant: "update-forgets-tokens", flavour: .updated,
            moves: [configure, signIn, (.restart, []), configure, (.check, [])]),
        Example(mutant: "dialog-despite-selection", moves: [configure, (.choose, []), ask]),
        Example(mutant: "device-id-is-told", moves: [configure, (.metadata, [5])]),
        Example(mutant: "picker-stays", flavour: .account, moves: [configure, ask, (.closeDialog, [])]),
        multitude,
        silent,
        Example(mutant: "expiry-is-wrong", moves: [configure, signIn, (.authorize, []), (.expiries, [])]),
        Example(
            mutant: "shares-on-television", moves: [configure, signIn, (.launchOther, []), configure, (.check, [])],
            platform: .tvOS),
    ]

    /// Ports that keep to what they must do.
    private static let unadvised: [Mutant] = [
        .onCallback("tracks-nothing-as-cached", "tracks authorizations as new", ["AE-TRK-023"], .sendTrackingData) {
            _, callback in
            guard callback["event"] == "TRACKING_AUTHORIZATION", var data = callback["data"]?.arrayValue,
                data.count > 3
            else { return [callback] }
            data[3] = false
            return [callback.with("data", .array(data))]
        },
        .onCallback("dismisses-twice", "dismisses Apple's dialog twice", ["AE-SSO-007"], .dismissTvProviderDialog) {
            _, callback in [callback, callback]
        },
        .mutant("serves-one-of-two", "forgets all but the first authorization before a login", ["AE-GETZ-012"]) {
            stage, mutation in
            mutation.onCall(.getAuthorization) { call in stage.count(of: .getAuthorization) > 0 ? [] : [call] }
        },
    ]

    static let advised = [
        Example(
            mutant: "tracks-nothing-as-cached", moves: [configure, signIn, (.authorize, []), (.authorize, [])],
            isAdvised: true),
        Example(mutant: "dismisses-twice", flavour: .account, moves: [configure, ask, (.pick, [])], isAdvised: true),
        Example(mutant: "serves-one-of-two", moves: [configure, (.authorizeDuring, [0, 3])], isAdvised: true),
    ]

    private func findings(
        _ choice: ImplementationChoice, _ examples: [Example], _ platform: Platform
    ) async throws -> [Explored] {
        var explorer = Explorer(
            specifications: try ShippedFolder.read().specifications, choice: choice,
            leg: Leg(platform: platform, version: .newest))
        explorer.corpus = examples.filter { $0.platform == platform }.map(\.choices)
        explorer.shrinks = false
        explorer.isAdvised = examples.contains(where: \.isAdvised)
        return try await explorer.explore(atMost: explorer.corpus.count).findings
    }

    @Test(arguments: found + kept + [silent]) func itIsFound(_ example: Example) async throws {
        let mutant = try #require(Mutant.named(example.mutant))
        let found = try await findings(.mutant(text: "mutant:\(mutant.id)", mutant), [example], example.platform)
        #expect(found.count == 1)
    }

    @Test(arguments: advised) func whatIsAdvisedIsAWarning(_ example: Example) async throws {
        let mutant = try #require(Self.unadvised.first { $0.id == example.mutant })
        let choice = ImplementationChoice.mutant(text: "mutant:\(mutant.id)", mutant)
        #expect(try await findings(choice, [example], example.platform).map(\.isFailure) == [false])
        var plain = example
        plain.isAdvised = false
        #expect(try await findings(choice, [plain], example.platform).isEmpty)
    }

    /// A relation is compared in the second case of its contract.
    @Test func aWarningOfOneCaseDecidesOverThePassOfAnother() {
        func verdict(_ outcome: Outcome) -> Verdict {
            Verdict(caseID: "c", contractID: "c", title: "", area: "", outcome: outcome, statements: [])
        }
        #expect(verdict(.warn).decides(over: verdict(.pass)) && !verdict(.pass).decides(over: verdict(.warn)))
        #expect(verdict(.fail).decides(over: verdict(.warn)) && verdict(.notTestable).decides(over: verdict(.pass)))
    }

    @Test func onlyAMultitudeOfResourcesFillsACache() async throws {
        let choice = ImplementationChoice.mutant(text: "mutant:\(Self.forgetful.id)", Self.forgetful)
        let few = Example(mutant: "", moves: [Self.configure, Self.signIn, (.preauthorize, [0, 0, 1])])
        #expect(try await findings(choice, [few], .iOS).isEmpty)
        #expect(try await findings(choice, [Self.multitude], .iOS).count == 1)
    }

    @Test func itIsSaidWhereAnAdapterIsToDialIn() async throws {
        let interrupt = try Interrupt()
        let told = Mutex<[String]>([])
        var explorer = Explorer(
            specifications: try ShippedFolder.read().specifications, choice: .listener(text: "listen:0", 0),
            leg: Leg(platform: .iOS, version: .newest))
        explorer.interrupt = interrupt
        explorer.tell = { text in
            told.withLock { $0.append(text) }
            interrupt.requestStop()
        }
        await #expect(throws: ToolError.self) { try await explorer.explore(atMost: 1) }
        #expect(told.withLock(\.self).contains { $0.hasPrefix("listening at 127.0.0.1:") })
    }

    @Test(arguments: Platform.allCases) func theReferencePasses(_ platform: Platform) async throws {
        let found = try await findings(.builtin, Self.found + Self.kept + Self.others + Self.advised, platform)
        #expect(found.map { Script($0.scenario).title } == [])
    }

    @Test(arguments: [
        "options-in-json", "user-metadata-wrapped", "guid-in-base64", "expiry-in-seconds", "data-in-fields",
        "first-reply-completes", "skips-the-picker", "picker-again", "clientless-authorization",
    ])
    func rightPortsPass(_ name: String) async throws {
        let variant = try #require(Variant.all.first { $0.id == name })
        for platform in Platform.allCases {
            let found = try await findings(
                .variant(text: "variant:\(name)", variant), Self.found + Self.kept + Self.others + Self.advised,
                platform)
            #expect(found.map { Script($0.scenario).title } == [])
        }
    }
}
