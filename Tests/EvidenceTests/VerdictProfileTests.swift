import Evidence
import Testing

/// What one case comes to in each profile.
struct VerdictProfileTests {
    private func finding(
        _ profile: Profile, _ level: Level, _ standing: Finding.Standing = .violated, endsCase: Bool = false
    ) -> Finding {
        var finding = Finding(statements: ["AE-X-001"], message: "\(profile) \(level)")
        finding.weight = Weight(profile, level)
        finding.standing = standing
        finding.endsCase = endsCase
        return finding
    }

    private func outcomes(
        _ outcome: Outcome, _ findings: [Finding], of profiles: Set<Profile> = [.core]
    ) -> [Outcome?] {
        var verdict = Verdict(
            caseID: "c", contractID: "c", title: "t", area: "a", outcome: outcome, statements: [], findings: findings)
        verdict.profiles = profiles
        return Profile.allCases.map { verdict.seen(in: $0)?.outcome }
    }

    @Test func aCaseOfTheCoreThatBreaksAnExtensionPassesInTheCoreAndFailsInTheExtensions() {
        #expect(outcomes(.fail, [finding(.extensions, .must)]) == [.pass, .fail])
        #expect(outcomes(.warn, [finding(.extensions, .should)]) == [.pass, .warn])
        #expect(outcomes(.pass, [finding(.extensions, .may)]) == [.pass, nil])
    }

    @Test func aCaseOfTheExtensionsThatBreaksTheCoreFailsThereToo() {
        #expect(outcomes(.fail, [finding(.core, .must)], of: [.extensions]) == [.fail, .pass])
        #expect(outcomes(.pass, [], of: [.extensions]) == [nil, .pass])
    }

    @Test func whatBothSayCountsInEachByItself() {
        let findings = [finding(.core, .should), finding(.extensions, .must)]
        #expect(outcomes(.fail, findings, of: [.core, .extensions]) == [.warn, .fail])
    }

    @Test func whatACaseDidNotComeToIsNotKept() {
        let cut = finding(.core, .must, endsCase: true)
        #expect(outcomes(.fail, [cut], of: [.core, .extensions]) == [.fail, .inconclusive])
        let weak = finding(.core, .should, endsCase: true)
        #expect(outcomes(.warn, [weak], of: [.core, .extensions]) == [.warn, .inconclusive])
    }

    @Test func whatIsUndecidedIsSoWhereItCounts() {
        #expect(outcomes(.inconclusive, [finding(.extensions, .must, .undecided)]) == [.pass, .inconclusive])
        #expect(outcomes(.inconclusive, [finding(.core, .must, .nominated)]) == [.inconclusive, nil])
        #expect(outcomes(.inconclusive, [], of: [.core, .extensions]) == [.inconclusive, .inconclusive])
    }

    @Test func whatNoStatementCarriesCountsLikeTheCase() {
        let crash = Finding(message: "gone")
        #expect(outcomes(.crash, [crash]) == [.crash, nil])
        #expect(outcomes(.crash, [crash], of: [.extensions]) == [nil, .crash])
        #expect(outcomes(.fail, [], of: [.core, .extensions]) == [.fail, .fail])
    }

    @Test func severalStatementsBearNoMoreThanTheLeast() {
        let all = [Weight(.core, .must), Weight(.extensions, .must), Weight(.core, .should)]
        #expect(Weight.least(of: all) == Weight(.extensions, .should))
        #expect(Weight.least(of: all.prefix(1)) == Weight(.core, .must))
        #expect(Weight.least(of: []) == nil)
    }
}
