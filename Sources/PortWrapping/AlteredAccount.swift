internal import AccessEnabler
package import AccessEnablerAPI

/// The device's account with questions or answers changed on their way.
package struct AlteredAccount: PlatformAccount {
    package let base: any PlatformAccount
    package var question: @Sendable (AccountRequest) -> AccountRequest = { $0 }
    package var news: @Sendable (AccountNews) -> AccountNews = { $0 }

    package func checkAccess(_ completion: @escaping @Sendable (AccountAccess) -> Void) {
        base.checkAccess(completion)
    }

    package func request(_ request: AccountRequest, _ tell: @escaping @Sendable (AccountNews) -> Void) {
        base.request(question(request)) { [news] in tell(news($0)) }
    }
}

extension Mutation {
    /// Puts something between the reference and the device's account, where there is one.
    package mutating func alterAccount(_ change: @escaping @Sendable (inout AlteredAccount) -> Void) {
        environment = { environment in
            guard let account = environment.account else { return }
            var altered = AlteredAccount(base: account)
            change(&altered)
            environment.account = altered
        }
    }
}

extension Message {
    /// The ID of a status report.
    package var statusID: String? { self["statusDictionary"]?.objectValue?["errorId"]?.stringValue }

    package static func picker(_ selector: Selector, _ controller: Value) -> Message {
        Message(selector, [.init("viewController", controller)])
    }
}
