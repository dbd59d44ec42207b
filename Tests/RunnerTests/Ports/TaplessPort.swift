import AccessEnablerAPI

/// Another port that tells nobody when it takes a reply in, as most ports do.
struct TaplessPort: Port {
    let base: any Port

    var description: PortDescription {
        var description = base.description
        description.features.subtract([.httpTap, .executorBarrier])
        return description
    }

    func makeSession(_ configuration: SessionConfiguration, events: PortEvents) throws(PortError) -> any PortSession {
        var silent = events
        silent.configurationProcessed = { _ in }
        return try base.makeSession(configuration, events: silent)
    }
}
