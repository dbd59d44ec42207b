import Model
import Testing

@testable import Exploration

@Suite struct ScriptTests {
    private func text(_ moves: [[Int]], world: [Int] = [], isTelevision: Bool = false) -> String {
        Script(Scenario(Choices(world: world, moves: moves), on: Stage(isTelevision: isTelevision))).text(id: "x")
    }

    private func kind(_ kind: MoveKind) -> [Int] { [kind.rawValue, 0, 0, 0, 0, 0, 0] }

    @Test func aContractSaysWhatMustComeAndWhatMustNotCome() {
        let text = text([kind(.configure), kind(.check)])
        #expect(text.contains("title: \"configure sp1; check\""))
        #expect(text.contains("USER_NOT_AUTHENTICATED_ERROR"))
        #expect(text.contains("- { never: { request: any }, after: quiet-1, cites: [AE-CHKN-002] }"))
    }

    @Test func whereNothingIsSeenOfARaceNothingIsSaidOfIt() {
        let race = kind(.configureInOrder)
        #expect(!text([race, kind(.check)], world: [1]).contains("check: fastest-responder"))
        #expect(text([race, kind(.signIn)], world: [1]).contains("check: fastest-responder"))
        #expect(!text([race, kind(.signIn), race], world: [1]).contains("check: fastest-responder"))
        #expect(text([kind(.configure), kind(.check)], world: [1]).contains("check: fastest-responder"))
        // Nor is a phase that overlaps another held to it.
        #expect(!text([kind(.configureTwice)], world: [1]).contains("check: fastest-responder"))
    }

    /// For the MVPD of the last login a port may skip the picker.
    @Test func aSecondPickerIsOfMVPDsThatItMustNotBeSkippedFor() {
        let moves = [kind(.configure), kind(.signIn)]
        #expect(text(moves).contains("sp1: [A]"))
        let again = text(moves + [kind(.logOut), kind(.signIn)])
        #expect(again.contains("sp1: { A: { canAuthenticate: \"false\" } }"))
    }

    @Test func resourcesMayBeMediaRSS() throws {
        let world = Array(repeating: 0, count: Scenario.mediaRSSChoice) + [7]
        let moves = [kind(.configure), kind(.signIn), kind(.authorize), kind(.preauthorize)]
        let long = text(moves, world: world)
        #expect(long.contains("<title><![CDATA[$news]]></title>"))
        // The documents of two resources begin alike.
        let start = try #require(long.split(separator: "<rss").dropFirst().first?.split(separator: "$news").first)
        #expect(start.count > 300)
        #expect(!text(moves).contains("<title>"))
        // AE-PRE-011: of a preauthorization, and of its answer.
        #expect(long.contains("with: { resources: ['<rss"))
        #expect(long.contains("resources: { ids: ['<rss"))
    }

    /// A contract may delay replies by a second in all.
    @Test(arguments: [(1, 200), (3, 200), (5, 140)]) func moreRepliesThatAreLateAreLessLate(count: Int, delay: Int) {
        // Of each MVPD that the first provider lists.
        let moves = (0..<count).flatMap { [kind(.ask), [MoveKind.choose.rawValue, 0, $0], kind(.cancelLate)] }
        let text = text([kind(.configure)] + moves, world: [0, 0, 0, 0, 30], isTelevision: true)
        let parts = text.split(separator: "- latency: \(delay)ms\n    of: any", omittingEmptySubsequences: false)
        #expect(parts.count == count + 1)
    }

    @Test func thousandsOfMVPDsAreListedWhereFewProvidersAre() {
        #expect(text([kind(.configure)], world: [1, 0, 119]).contains("further-mvpds: 2000"))
        #expect(text([kind(.configure)], world: [7, 0, 119]).contains("further-mvpds: 300"))
    }

    @Test func movesThatMakeNoSenseAreLeftOut() {
        #expect(text([kind(.logOut), kind(.check), kind(.configure)]) == text([kind(.configure)]))
    }

    @Test func onlyTheProvidersThatAreAskedAreHeldBack() {
        // Two providers of three, in their order.
        let text = text([[MoveKind.configureInOrder.rawValue, 0, 3, 0]], world: [2])
        #expect(text.contains("- hold: configuration\n    at: [sp1, sp2]"))
    }

    @Test func afterAnOverlapAPhaseIsOverOnlyWhenAllIsQuiet() {
        let phase = kind(.configure)
        let first = text([kind(.configureTwice), phase, phase])
        let quietTwice = "cites: [AE-REQ-008]\n  - quiesce\n  - quiesce: true\n    as: quiet-2"
        #expect(first.contains(quietTwice))
        #expect(!text([phase, phase, phase]).contains(quietTwice))
    }

    @Test func afterACancellationTheNextLoginIsAskedForAsSoonAsItWasTold() {
        let text = text([kind(.configure), kind(.ask), kind(.changeMind)])
        #expect(
            text.contains(
                "- cancel: true\n    as: move-3\n  - await: { callback: \"setAuthenticationStatus:errorCode:\""))
        #expect(text.contains("cites: [AE-SEL-008]\n  - call: getAuthentication\n  - await:"))
    }

    @Test func whatIsLateGoesWhenTheOtherIsDoneAndHoldsNothingAfterwards() {
        let text = text([kind(.configure), kind(.signIn), kind(.late)])
        #expect(text.contains("- hold: authorize\n    at: [sp1]\n    as: move-3\n  - call: \"checkAuthorization:\""))
        #expect(text.contains("- await-held: authorize\n    at: [sp1]\n  - call: logout"))
        #expect(text.contains("- release: [sp1]\n    of: authorize\n  - let-go: authorize\n    at: [sp1]\n"))
    }

    @Test func theFirstOfTwoChoicesIsAnsweredLast() {
        let choices = [kind(.configure), kind(.ask), [MoveKind.chooseTwice.rawValue, 0, 0, 1]]
        // A at the first provider alone, B at the second.
        let text = text(choices, world: [1, 0, 0, 0, 0, 1])
        let late = "- latency: 30ms\n    of: registration-code\n    at: [sp1]\n    as: move-3\n  - choose: A"
        #expect(text.contains(late))
    }

    @Test func theFirstRequestOfEachKindIsRefused() {
        let text = text([kind(.configure), kind(.signIn), kind(.refresh)])
        #expect(text.contains("- fault: status(401)\n    of: authorize\n    times: 1"))
        #expect(text.contains("- fault: none\n    of: authorize"))
    }

    @Test func onlyThePreauthorizationIsBroken() {
        let text = text([kind(.configure), kind(.signIn), kind(.preauthorizeInVain)])
        #expect(text.contains("fault: status(500)\n    of: preauthorize"))
        #expect(text.contains("fault: none\n    of: preauthorize"))
    }

    @Test func aLoginComesToNothingForTheCodeOrTheUser() {
        let vain = text([kind(.askInVain)], isTelevision: true)
        #expect(
            vain.contains("steps:\n  - fault: status(500)\n    of: registration-code\n  - start-configuration: [sp1]"))
        #expect(vain.contains("  - call: getAuthentication\n  - await: { callback: \"d"))
        #expect(vain.contains("- choose: A\n  - await: { callback: \"setAuth"))
        #expect(vain.contains("- fault: none\n    of: registration-code"))
        let given = text([kind(.configure), kind(.ask), kind(.choose), kind(.giveUp)])
        #expect(given.contains("- browse: cancel\n    as: move-4\n  - return\n  - await:"))
    }

    /// A page that is under way when the user goes back must not come any more.
    @Test func whatIsCancelledAtOnceIsForbiddenFromThenOn() {
        let text = text([kind(.configure), kind(.ask), kind(.cancelAtOnce), kind(.check)])
        #expect(text.contains("- choose: A\n  - cancel\n  - await: { callback: \"setAuth"))
        #expect(text.contains("    as: end-3\n"))
        #expect(text.contains("- { never: { callback: any-ui }, after: end-3, before: move-4, cites: [AE-SEL-012] }"))
        #expect(text.contains("\"navigateToUrl:\""))
    }

    @Test func theEntriesOfOneProviderMaySayMore() {
        var world = Array(repeating: 0, count: Choices.ofWorld)
        (world[0], world[Scenario.flavourChoice], world[Scenario.traitsChoice]) = (1, Flavour.fuller.rawValue, 1)
        let text = text([kind(.configure)], world: world)
        #expect(text.contains("sp1: { A: {} }"))
        #expect(text.contains("sp2: { A: { enablePlatformServices: \"true\" } }"))
    }

    @Test func whatAnAccountMayBeUsedWithIsThereWithoutOne() {
        var world = Array(repeating: 0, count: Choices.ofWorld)
        world[Scenario.flavourChoice] = Flavour.withoutAccount.rawValue
        let text = text([kind(.configure), kind(.signIn), kind(.logOut)], world: world)
        #expect(text.contains("boardingStatus: SUPPORTED") && !text.contains("platform:"))
        #expect(text.contains("- choose: A") && text.contains("VSA203"))
    }

    @Test func aKeptLoginIsChosenAndAskedForInOneMove() {
        let world = [0, 0, 0, 0, 2]
        let text = text(
            [kind(.configure), kind(.signIn), [MoveKind.signIn.rawValue, 0, 1], kind(.recall)], world: world)
        #expect(text.contains("with: { forceAuthn: true, data: {} }"))
        #expect(
            text.contains("- choose: A\n    as: move-4\n  - call: getAuthentication\n  - await: { callback: \"setAuth"))
    }

    @Test func decisionsMayBeAskedForPastTheCaches() {
        let text = text([kind(.configure), kind(.signIn), [MoveKind.decide.rawValue, 0, 0, 0, 1]])
        #expect(text.contains("disabledFeatures: [LOCAL_CACHE]"))
    }

    @Test func anotherProgrammersLoginIsMadeBetweenTwoConfigurations() {
        let text = text([kind(.configure), kind(.signIn), kind(.visit), kind(.check)])
        #expect(text.contains("authPerRequestor: \"true\""))
        #expect(text.contains("- start-configuration: [sp1]\n    requestor: other-requestor\n    as: move-3"))
    }

    @Test func anotherProgrammersUserMayGoBackInstead() {
        let text = text([kind(.configure), kind(.signIn), [MoveKind.visit.rawValue, 0, 0, 1], kind(.check)])
        #expect(text.contains("requestor: other-requestor"))
        #expect(text.contains("\n  - cancel\n"))
    }

    @Test func thereIsAFormThatDoesNotNameTheCache() {
        let text = text([kind(.configure), kind(.signIn), [MoveKind.preauthorize.rawValue, 0, 1, 0, 2]])
        #expect(text.contains("- call: \"checkPreauthorizedResources:\"\n    with: { resources: [$news] }"))
        #expect(!text.contains("request: preauthorize"))
    }

    @Test func whatIsRenewedElsewhereIsAskedForInANewPhase() {
        let text = text([kind(.configure), kind(.signIn), kind(.renewElsewhere)])
        #expect(text.contains("- renew-remotely: true\n    as: move-3\n  - start-configuration: [sp1]\n  - await:"))
    }

    @Test func whatIsDecidedOtherwiseIsAStepOfTheContract() {
        let text = text([
            kind(.configure), kind(.signIn), [MoveKind.preauthorize.rawValue, 0, 0], [MoveKind.rule.rawValue, 1, 0],
            [MoveKind.preauthorize.rawValue, 0, 0],
        ])
        #expect(text.contains("  - deny: news\n"))
        #expect(text.contains("ids: [$news,") && text.contains("have news denied from now on"))
    }

    @Test func whatComesLateIsHeldForLongerThanAPortWaits() {
        let text = text([kind(.configureLate)], world: [2])
        #expect(text.contains("\n  - release: [sp1]\n  - quiesce: { outlasts: grace }\n  - release: [sp2, sp3]\n"))
        #expect(text.contains("\n  - quiesce\n  - choose: A\n  - quiesce\n"))
        let page = "never: { callback: \"navigateToUrl:\", where: { url: { url: { at: sp2, query"
        #expect(text.contains("readings:\n  - name: as promised\n    expect:\n      - { never: { request: entitlement"))
        #expect(text.contains("      - { \(page)"))
        #expect(
            text.contains(
                """
                  - name: where the documents leave it open
                    expect:
                      - { callback: "setRequestorComplete:", where: { status: ERROR }, cites: [AE-SP-010, AE-SP-008] }

                """))
    }

    /// Each of two ways to be right goes with each of two others.
    @Test func whatIsLeftOpenTwiceIsRightInFourWays() {
        var world = Array(repeating: 0, count: Choices.ofWorld)
        world[Scenario.flavourChoice] = Flavour.checked.rawValue
        let moves = [kind(.configure), kind(.signIn), kind(.authorize), kind(.restart), kind(.configure), kind(.check)]
        let plain = text(moves, world: world)
        #expect(plain.split(separator: "  - name: ").count == 3)
        #expect(plain.contains("{ request: poll, after: move-4, cites: [AE-INIT-009] }"))
        var withData = moves
        withData[1] = [MoveKind.signIn.rawValue, 0, 0, 9]
        let both = text(withData, world: world)
        #expect(both.split(separator: "  - name: ").count == 5)
        #expect(both.contains("- name: with a request of the SDK's own, where the documents leave it open\n"))
    }

    @Test func anotherProgrammerAsksTheSame() {
        let text = text([
            kind(.configure), kind(.signIn), [MoveKind.preauthorize.rawValue, 0, 1, 0, 1],
            [MoveKind.visit.rawValue, 0, 0, 5],
        ])
        #expect(text.split(separator: "checkPreauthorizedResources:cache:").count == 3)
    }

    @Test func twoAuthorizationsAreAskedForBeforeOneLogin() {
        let choices = [kind(.configure), [MoveKind.authorizeDuring.rawValue, 0, 0, 3]]
        #expect(!text(choices).contains("getAuthorization:"))
        let text = text(choices, world: Array(repeating: 0, count: Scenario.adviceChoice) + [1])
        #expect(text.contains("resource: $movies }\n  - quiesce\n  - choose: A\n  - await:"))
        #expect(text.contains("- log-in: sign-in\n  - await: { request: authorize }\n"))
        #expect(text.contains("where: { resource: $news }, count: 1, after"))
    }

    @Test func whatIsToldOfUsersMayEnd() {
        let text = text([kind(.configure), kind(.withholdMetadata), kind(.signIn)])
        #expect(text.contains("- no-user-metadata") && text.contains("have nothing told of users from now on"))
    }

    @Test func decisionsThatFailAreForbiddenInTheFailureAlone() {
        let text = text([kind(.configure), kind(.signIn), kind(.decideInVain)])
        #expect(text.contains("fault: none\n    of: preauthorize"))
        #expect(text.contains("callback: \"onFailure:\", where: { failure.decisions: { some: { id: $news } } }"))
        #expect(text.contains("allow: [\"onFailure:\", \"onResponse:\"]"))
    }
}
