import Model
import Testing

@testable import Exploration

@Suite struct ScriptTests {
    private func text(_ moves: [[Int]], world: [Int] = []) -> String {
        Script(Scenario(Choices(world: world, moves: moves), isTelevision: false)).text(id: "x")
    }

    private func kind(_ kind: MoveKind) -> [Int] { [kind.rawValue, 0, 0, 0, 0, 0, 0] }

    @Test func aContractSaysWhatMustComeAndWhatMustNotCome() {
        let text = text([kind(.configure), kind(.check)])
        #expect(text.contains("title: \"configure sp1; check\""))
        #expect(text.contains("USER_NOT_AUTHENTICATED_ERROR"))
        #expect(text.contains("- { never: { request: any }, after: quiet-1, cites: [AE-CHKN-002] }"))
    }

    @Test func movesThatMakeNoSenseAreLeftOut() {
        #expect(text([kind(.logOut), kind(.check), kind(.configure)]) == text([kind(.configure)]))
    }

    @Test func onlyTheProvidersThatAreAskedAreHeldBack() {
        // Two providers of three, in their order.
        let text = text([[MoveKind.configureInOrder.rawValue, 0, 3, 0]], world: [2])
        #expect(text.contains("- hold: configuration\n    at: [sp1, sp2]"))
    }

    @Test func aPhaseThatOverlapsAnotherIsNotHeldToTheRace() {
        #expect(text([kind(.configure)], world: [1]).contains("check: fastest-responder"))
        #expect(!text([kind(.configureTwice)], world: [1]).contains("check: fastest-responder"))
    }
}
