package import Runner

/// Gates before service providers of somebody else's: each instance has gates of its own, and waits until there is room for
/// one more session.
///
/// Safe from any thread.
package final class LoadGates: Sendable {
    let gated: GatedProviders
    private let turnstile: Turnstile

    /// - Parameter sessions: how many there may be at once.
    package init(_ gated: GatedProviders, sessions: Int) {
        self.gated = gated
        turnstile = Turnstile(room: sessions)
    }

    func enter() async -> ProviderPlace {
        await turnstile.enter()
        return gated.enter()
    }

    func leave(_ place: ProviderPlace) {
        gated.leave(place)
        turnstile.leave()
    }
}
