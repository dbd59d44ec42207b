import AccessEnablerAPI
import Evidence

/// What a simulated account knows, and how it answers; nothing here waits or calls anybody.
struct AccountState: Sendable {
    typealias Tell = @Sendable (AccountNews) -> Void

    /// What is to be recorded, and then to be done.
    struct Effects: Sendable {
        var events: [PlatformEvent]
        var answers: [@Sendable () -> Void] = []
    }

    private struct Picker: Sendable {
        var question: Int
        var request: AccountRequest
        var dialog: Value
        var tell: Tell
    }

    var device: AccountDevice
    private(set) var session: SessionID
    private var questions = 0
    private var picker: Picker?

    var showsPicker: Bool { picker != nil }

    init(device: AccountDevice, session: SessionID) {
        self.device = device
        self.session = session
    }

    mutating func enter(_ session: SessionID) {
        self.session = session
        picker = nil
    }

    mutating func checkAccess(_ completion: @escaping @Sendable (AccountAccess) -> Void) -> (Effects, Void) {
        let question = nextQuestion()
        let access = device.access
        let events = [
            PlatformEvent(.asksAccess, question: question),
            PlatformEvent(.answers, question: question, details: ["answer": .string(access.rawValue)]),
        ]
        return (Effects(events: events, answers: [{ completion(access) }]), ())
    }

    mutating func request(_ request: AccountRequest, _ tell: @escaping Tell) -> (Effects, Void) {
        let question = nextQuestion()
        let asked = PlatformEvent(
            .asksAccount, question: question,
            details: [
                "providers": .array(request.providers.map(Value.string)),
                "featured": .array(request.featured.map(Value.string)), "mayAskUser": .bool(request.mayAskUser),
                "hasProfileRequest": .bool(request.profileRequest != nil),
            ])
        var effects: Effects
        if device.access != .granted {
            effects = answer(.failed(AccountFailure(.accessNotGranted)), to: question, tell)
        } else if device.isFailing {
            effects = answer(.failed(AccountFailure(.serviceTemporarilyUnavailable)), to: question, tell)
        } else if let provider = device.signedIn {
            effects =
                request.providers.contains(provider)
                ? answer(.account(account(at: provider, for: request)), to: question, tell)
                : answer(.failed(AccountFailure(.unsupportedProvider, provider: provider)), to: question, tell)
        } else if request.mayAskUser {
            let dialog = Value.reference("picker-\(question)")
            picker = Picker(question: question, request: request, dialog: dialog, tell: tell)
            effects = answer(.presents(dialog), to: question, tell)
        } else {
            effects = answer(.failed(AccountFailure(.notSignedIn)), to: question, tell)
        }
        effects.events.insert(asked, at: 0)
        return (effects, ())
    }

    /// The reason where the person cannot do that.
    mutating func choose(_ choice: AccountChoice) -> (Effects, String?) {
        guard let picker else { return (Effects(events: []), "the platform shows no picker") }
        let offered = picker.request.providers
        if case .provider(let id) = choice, !offered.contains(id) {
            return (Effects(events: []), "the picker does not offer \(id), but \(offered.joined(separator: ", "))")
        }
        self.picker = nil
        let end: AccountNews
        switch choice {
        case .provider(let id):
            if device.partners.contains(id) { device.signedIn = id }
            end = .account(account(at: id, for: picker.request))
        case .unsupported(let id):
            device.signedIn = id
            end = .failed(AccountFailure(.unsupportedProvider, provider: id))
        case .other: end = .failed(AccountFailure(.unsupportedProvider))
        case .cancel: end = .failed(AccountFailure(.userCancelled))
        }
        var effects = Effects(events: [
            PlatformEvent(.personChooses, question: picker.question, details: ["choice": .string(choice.words)])
        ])
        for news in [.dismisses(picker.dialog), end] {
            let more = answer(news, to: picker.question, picker.tell)
            effects.events += more.events
            effects.answers += more.answers
        }
        return (effects, nil)
    }

    private mutating func nextQuestion() -> Int {
        defer { questions += 1 }
        return questions
    }

    private func answer(_ news: AccountNews, to question: Int, _ tell: @escaping Tell) -> Effects {
        Effects(events: [PlatformEvent(.answers, question: question, details: news.details)], answers: [{ tell(news) }])
    }

    /// The provider's word is given only where the platform authenticates with it, and in answer to a request.
    private func account(at provider: String, for request: AccountRequest) -> AccountMetadata {
        guard let question = request.profileRequest, device.partners.contains(provider) else {
            return AccountMetadata(provider: provider)
        }
        return AccountMetadata(provider: provider, response: SAMLAnswer(to: question, of: device.user).text)
    }
}

extension AccountNews {
    /// For the record; what the provider says stays secret.
    fileprivate var details: Value.Members {
        switch self {
        case .presents(let dialog): ["answer": "presents", "dialog": dialog]
        case .dismisses(let dialog): ["answer": "dismisses", "dialog": dialog]
        case .account(let account):
            [
                "answer": "account", "provider": .string(account.provider),
                "hasResponse": .bool(account.response != nil),
            ]
        case .failed(let failure):
            ["answer": .string(failure.code.rawValue), "provider": failure.provider.map(Value.string) ?? .null]
        }
    }
}
