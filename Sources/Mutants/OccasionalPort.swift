internal import AccessEnablerAPI

/// A port that is wrong in some sessions, by chance, and right in the others.
final class OccasionalPort: Port {
    private let right: any Port
    private let wrong: any Port
    private let rate: Double

    init(right: any Port, wrong: any Port, rate: Double) {
        self.right = right
        self.wrong = wrong
        self.rate = rate
    }

    var description: PortDescription { wrong.description }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        let port = Double.random(in: 0..<1) < rate ? wrong : right
        return try port.makeSession(configuration, events: events)
    }
}
