import AccessEnabler
import AccessEnablerAPI

/// The device's account with questions or answers changed on their way.
struct AlteredAccount: PlatformAccount {
    let base: any PlatformAccount
    var question: @Sendable (AccountRequest) -> AccountRequest = { $0 }
    var news: @Sendable (AccountNews) -> AccountNews = { $0 }

    func checkAccess(_ completion: @escaping @Sendable (AccountAccess) -> Void) {
        base.checkAccess(completion)
    }

    func request(_ request: AccountRequest, _ tell: @escaping @Sendable (AccountNews) -> Void) {
        base.request(question(request)) { [news] in tell(news($0)) }
    }
}

extension Mutation {
    /// Puts something between the reference and the device's account, where there is one.
    mutating func alterAccount(_ change: @escaping @Sendable (inout AlteredAccount) -> Void) {
        surroundings = { surroundings in
            guard let account = surroundings.account else { return }
            var altered = AlteredAccount(base: account)
            change(&altered)
            surroundings.account = altered
        }
    }

    /// Leaves out the status reports with one of these IDs.
    mutating func silence(_ ids: Set<String>) {
        onCallback(.status) { callback in
            callback.statusID.map(ids.contains) ?? false ? [] : [callback]
        }
    }
}

extension Message {
    /// The ID of a status report.
    var statusID: String? { self["statusDictionary"]?.objectValue?["errorId"]?.stringValue }

    static func picker(_ selector: Selector, _ controller: Value) -> Message {
        Message(selector, [.init("viewController", controller)])
    }
}
