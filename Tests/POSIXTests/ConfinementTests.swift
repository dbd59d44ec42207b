import Testing

@testable import POSIX

@Suite struct ConfinementTests {
    @Test(arguments: [
        ("6.1.0-18-amd64", false), ("6.13.9", false), ("5.15.0-105-generic", false), ("2.6.60", false), ("", false),
        ("linux", false), ("6.14.0-rc1", true), ("6.18.5", true), ("7.0", true),
    ])
    func theNumberOfProcessesIsLimitedWhereThatOfTheMachineIsAnother(release: String, isLimited: Bool) {
        #expect(Confinement.limitsProcesses(ofRelease: release) == isLimited)
    }
}
