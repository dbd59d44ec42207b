import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Specification

extension Invariant {
    /// What only a service provider knows is told when one was asked, and not before.
    ///
    /// A port that makes callbacks up, or plays back what it saw another time, asks nobody.
    static let askedBeforeTold = Invariant(
        id: "asked-before-told",
        title: "A successful configuration, and resources that may be seen, are reported only after a request for them",
        statements: ["AE-REQ-006", "AE-REQ-008", "AE-PRE-004"], isAboutRequests: true, ground: .order
    ) { trace in
        var asked: Set<Purpose> = []
        return trace.observations.enumerated().compactMap { position, observation -> Finding? in
            switch observation.event {
            case .sessionOpened:
                // What is stored answers after a restart, too (AE-STO-002).
                asked = trace.testCase.fixture.persistentStorage ? asked.intersection([.preauthorize]) : []
                return nil
            case .request(let request):
                asked.insert(request.purpose)
                // What is authorized may be what is preauthorized.
                if request.purpose == .authorize { asked.insert(.preauthorize) }
                return nil
            case .callback(let callback):
                // Told once: whoever asks nobody asks nobody again.
                guard let (purpose, statements) = callback.message.source, asked.insert(purpose).inserted else {
                    return nil
                }
                return trace.finding(
                    statements, at: position,
                    "\(callback.message.selector) came before any service provider was asked",
                    expected: "a request of the kind \(purpose.rawValue) before it")
            default:
                return nil
            }
        }
    }
}

extension Message {
    /// What must have been asked of a service provider for the callback to be known, and the statements that say so.
    fileprivate var source: (Purpose, [String])? {
        switch selector {
        case .setRequestorComplete where self["status"] == 1: (.configuration, ["AE-REQ-006", "AE-REQ-008"])
        case .preauthorizedResources where self["resources"]?.arrayValue?.isEmpty == false:
            (.preauthorize, ["AE-PRE-004"])
        default: nil
        }
    }
}
