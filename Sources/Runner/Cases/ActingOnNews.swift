internal import AccessEnablerAPI
package import Evidence
package import Specification

extension Selector {
    /// Whether the application makes this call because of what the port told last: an answer that was awaited or, where a
    /// provider is chosen, a picker.
    ///
    /// The port may still be telling what belongs together with it, so it is given the time for that first.
    package func actsOnNews(in observations: [Observation], awaited: Set<Int>) -> Bool {
        for observation in observations.reversed() {
            switch observation.event {
            case .call: return false
            case .callback(let callback):
                let told = callback.message.selector
                if self == .setSelectedProvider, told == .displayProviderDialog { return true }
                if awaited.contains(observation.sequence), Self.answers.contains(told) { return true }
            default: continue
            }
        }
        return false
    }

    private static let answers: Set<Selector> = [
        .setAuthenticationStatus, .preauthorizedResources, .selectedProvider, .setMetadataStatus, .setToken,
        .tokenRequestFailed, .dismissTvProviderDialog, .onResponse, .onFailure,
    ]
}

extension Pattern.Subject {
    /// Whether an event is of the kind at all; looked at before anything that costs more.
    package func couldBe(_ event: Event) -> Bool {
        switch (self, event) {
        case (.call, .call), (.request, .request), (.safari, .safariPresented), (.customURL, .browser),
            (.platform, .platform):
            true
        case (.callback(let selector), .callback(let callback)): callback.message.selector == selector
        case (.anyCallback, .callback), (.anyUICallback, .callback): true
        case (.loginOffered, .callback), (.loginOffered, .safariPresented): true
        default: false
        }
    }
}
