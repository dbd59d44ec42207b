import Driver
import Evidence
import Specification

extension CaseRun {
    /// The person does something in the platform's picker.
    ///
    /// - Parameter ifShown: whether there may be no picker: nothing is done then.
    func pick(_ pick: PlatformPick, ifShown: Bool) throws(StepFailure) {
        guard let account else { throw StepFailure(.unsupported, "the device of the case has no account") }
        let choice: AccountChoice =
            switch pick {
            case .mvpd(let name): .provider(canaries[name] ?? name)
            case .otherProvider: .other
            case .unsupportedProvider: .unsupported(canaries["unknown-mvpd"] ?? "")
            case .cancel: .cancel
            }
        if let reason = account.choose(choice, ifShown: ifShown) { throw StepFailure(.page, reason) }
    }

    func changePlatform(_ change: PlatformFixture) throws(StepFailure) {
        guard let account else { throw StepFailure(.unsupported, "the device of the case has no account") }
        let canaries = self.canaries
        account.change { $0.apply(change, canaries) }
    }
}

extension AccountDevice {
    /// The platform authenticates with the MVPDs that it supports fully; others it only shows.
    init(_ fixture: PlatformFixture, _ testCase: Case, _ canaries: Canaries) {
        let listings = testCase.fixture.providers.flatMap(\.mvpds)
        let partners = listings.filter { $0.properties["boardingStatus"] == "SUPPORTED" }
        self.init(partners: Set(partners.map { canaries[$0.name] ?? $0.name }), user: canaries.user)
        apply(fixture, canaries)
    }

    fileprivate mutating func apply(_ fixture: PlatformFixture, _ canaries: Canaries) {
        access = fixture.access ?? access
        isFailing = fixture.isFailing ?? isFailing
        switch fixture.signedIn {
        case .with(let name): signedIn = canaries[name] ?? name
        case .nobody: signedIn = nil
        case nil: break
        }
    }
}
