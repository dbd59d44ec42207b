import AccessEnablerAPI
import Evidence
import Specification
import Synchronization

/// Callbacks that answer the latest call, or end the flow it belongs to: what a step waits for does not come after them.
///
/// As many are counted as calls wait for one, so that the end of another call's flow is not taken for the end of this one.
final class Ending: Sendable {
    /// Whether it is the answer itself, with other values; else the flow is over without what is waited for.
    let isAnswer: Bool
    private let selectors: Set<Selector>
    private let latestCall: Int
    private let due: Int
    private let given = Mutex<Set<Int>>([])

    /// `starters` are the names of the calls, without their arguments, that each of the callbacks answers.
    private init(
        _ selectors: Set<Selector>, of starters: Set<String>, in observations: ArraySlice<Observation>,
        isOwn: Bool = false
    ) {
        self.selectors = selectors
        // AE-STAT-008, AE-CHKZ-008, AE-GETZ-014: a status may come with an authorization, too.
        let mayBring: Set = selectors == [.setAuthenticationStatus] ? ["checkAuthorization", "getAuthorization"] : []
        isAnswer = isOwn && !starters.isEmpty
        var (latestCall, waiting) = (Int.max, 0)
        var waitingAtCall = 0
        for observation in observations {
            if let name = observation.event.callName {
                if starters.contains(name) || mayBring.contains(name) { waiting += 1 }
                (latestCall, waitingAtCall) = (observation.sequence, waiting)
            } else if selectors.contains(observation) {
                // One that answers no call, such as the end of what was cancelled, is no answer to a later one.
                waiting = max(0, waiting - 1)
            }
        }
        self.latestCall = latestCall
        due = max(1, waitingAtCall)
    }

    /// Whether an observation is the one after which nothing is left to wait for.
    func isGiven(by observation: Observation) -> Bool {
        guard observation.sequence > latestCall, selectors.contains(observation) else { return false }
        return given.withLock { given in
            given.insert(observation.sequence)
            return given.count >= due
        }
    }

    /// What makes waiting for the pattern hopeless, where anything does.
    static func all(for pattern: Pattern, in observations: [Observation]) -> [Ending] {
        let start = observations.lastIndex { if case .sessionOpened = $0.event { true } else { false } } ?? 0
        let part = observations[start...]
        var endings: [Ending] = []
        if case .callback(let selector) = pattern.subject, let starters = starters[selector] {
            let others: Set<Selector> = decisions.contains(selector) ? decisions : [selector]
            endings.append(Ending(others, of: starters, in: part, isOwn: true))
        }
        switch flow(in: part) {
        case "getAuthentication" where pattern.isOfUser:
            endings.append(
                Ending([.setAuthenticationStatus], of: ["getAuthentication", "checkAuthentication"], in: part))
        case "getAuthorization" where pattern.isOfUser || pattern.isOfToken,
            "checkAuthorization" where pattern.isOfToken:
            endings.append(
                Ending([.setToken, .tokenRequestFailed], of: ["getAuthorization", "checkAuthorization"], in: part))
        default: break
        }
        return endings
    }

    /// By callback, the calls that it answers itself, with these values or with others.
    private static let starters: [Selector: Set<String>] = [
        .setRequestorComplete: ["setRequestor"],
        .setAuthenticationStatus: ["checkAuthentication", "getAuthentication", "logout"],
        .preauthorizedResources: ["checkPreauthorizedResources"],
        .onResponse: ["preauthorize"],
        .onFailure: ["preauthorize"],
        .selectedProvider: ["getSelectedProvider"],
        .setMetadataStatus: ["getMetadata"],
        // It is shown as often as a port likes.
        .displayProviderDialog: [],
    ]

    /// Only one of these comes for a call (AE-PRE-018).
    private static let decisions: Set<Selector> = [.onResponse, .onFailure]

    /// The name of the call that began the flow which the latest call belongs to.
    private static func flow(in observations: ArraySlice<Observation>) -> String? {
        let goOn: Set = ["setSelectedProvider", "handleExternalURL", "getAuthenticationToken"]
        return observations.lazy.reversed().compactMap(\.event.callName).first { !goOn.contains($0) }
    }
}

extension Set<Selector> {
    fileprivate func contains(_ observation: Observation) -> Bool {
        if case .callback(let callback) = observation.event { contains(callback.message.selector) } else { false }
    }
}

extension Event {
    /// The name of a call without the names of its arguments.
    fileprivate var callName: String? {
        guard case .call(_, let message) = self else { return nil }
        return String(message.selector.rawValue.prefix { $0 != ":" })
    }
}

extension Pattern {
    /// Whether it is a step of a login that the user is to see.
    fileprivate var isOfUser: Bool {
        switch subject {
        case .anyUICallback, .loginOffered, .safari: true
        case .callback(let selector):
            [
                .displayProviderDialog, .navigateToUrl, .navigateToUrlUseSVC, .presentTvProviderDialog,
                .dismissTvProviderDialog,
            ].contains(selector)
        default: false
        }
    }

    fileprivate var isOfToken: Bool {
        [.callback(.setToken), .callback(.tokenRequestFailed)].contains(subject)
    }
}
