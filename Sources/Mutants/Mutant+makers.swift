internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Mutants that change one thing on its way, or before a session begins.
extension Mutant {
    /// Changes the callbacks of one selector, or all.
    static func onCallback(
        _ id: String, _ title: String, _ cites: [String], _ selector: Selector? = nil, checks: [String] = [],
        _ change: @escaping @Sendable (Stage, Message) -> [Message]
    ) -> Mutant {
        mutant(id, title, cites, checks: checks) { stage, mutation in
            mutation.onCallback(selector) { change(stage, $0) }
        }
    }

    /// Leaves out the status reports with one of these IDs.
    static func silence(_ id: String, _ title: String, _ cites: [String], _ reports: Set<String>) -> Mutant {
        onCallback(id, title, cites, .status) { _, callback in
            callback.statusID.map(reports.contains) ?? false ? [] : [callback]
        }
    }

    /// Changes the calls of one selector, or all.
    static func onCall(
        _ id: String, _ title: String, _ cites: [String], _ selector: Selector? = nil,
        _ change: @escaping @Sendable (Stage, Message) -> [Message]
    ) -> Mutant {
        mutant(id, title, cites) { stage, mutation in mutation.onCall(selector) { change(stage, $0) } }
    }

    /// Changes the requests whose URL contains `part`, or all.
    static func changeRequests(
        _ id: String, _ title: String, _ cites: [String], to part: String? = nil,
        _ change: @escaping @Sendable (Stage, inout NetworkRequest) -> Void
    ) -> Mutant {
        mutant(id, title, cites) { stage, mutation in mutation.changeRequests(part) { change(stage, &$0) } }
    }

    /// Changes the replies to requests whose URL contains `part`.
    static func onReply(
        _ id: String, _ title: String, _ cites: [String], to part: String,
        _ change: @escaping @Sendable (Stage, Mutation.Outcome) -> Mutation.Outcome
    ) -> Mutant {
        mutant(id, title, cites) { stage, mutation in mutation.onReply(part) { change(stage, $0) } }
    }

    /// Rearranges the configuration replies of each phase.
    static func race(
        _ id: String, _ title: String, _ cites: [String],
        _ arrange: @escaping @Sendable (Stage, [ConfigurationReply]) -> [ConfigurationReply]
    ) -> Mutant {
        mutant(id, title, cites) { stage, mutation in mutation.race(stage) { arrange(stage, $0) } }
    }

    /// Puts something in the place of what the instance has around it.
    static func changeEnvironment(
        _ id: String, _ title: String, _ cites: [String],
        _ change: @escaping @Sendable (Stage, inout Environment) -> Void
    ) -> Mutant {
        mutant(id, title, cites) { stage, mutation in mutation.environment = { change(stage, &$0) } }
    }

    /// Has the instance made with another configuration.
    static func changeConfiguration(
        _ id: String, _ title: String, _ cites: [String],
        _ change: @escaping @Sendable (Stage, inout SessionConfiguration) -> Void
    ) -> Mutant {
        mutant(id, title, cites) { stage, mutation in mutation.configuration = { change(stage, &$0) } }
    }

    /// Keeps or finds other things in the storage.
    static func alterStorage(
        _ id: String, _ title: String, _ cites: [String],
        _ alter: @escaping @Sendable (Stage, inout AlteredStorage) -> Void
    ) -> Mutant {
        mutant(id, title, cites) { stage, mutation in mutation.alterStorage { alter(stage, &$0) } }
    }
}
