import AccessEnabler
import Backend
import Checkers
import Documents
import Evidence
import ServiceProtocol
import XML

/// What service providers listed in a recorded exchange, as a world that can be served.
///
/// Of each provider and requestor the last configuration counts. Who may log in and what is granted no configuration
/// says: that is as in the built-in world.
struct RecordedWorld {
    private struct Place: Hashable {
        var provider: String
        var requestor: String
    }

    private var configurations: [Place: ConfigurationDocument] = [:]

    static func read(_ path: String) throws(ToolError) -> OpenWorld {
        let (trace, _) = try CheckCommand.read(path)
        let recorded = RecordedWorld(trace.observations)
        guard !recorded.configurations.isEmpty else {
            throw .input(
                "\(path) has no configuration of a service provider: record one with 'assay record', and have a client "
                    + "ask for it")
        }
        return recorded.world
    }

    init(_ observations: [Observation]) {
        for answer in ProviderAnswer.all(in: observations) where answer.status == 200 {
            guard [.configuration, .clientlessConfiguration, .v2Configuration].contains(answer.kind),
                let content = answer.content, let document = Self.document(content), !document.requestorID.isEmpty
            else { continue }
            configurations[Place(provider: answer.provider, requestor: document.requestorID)] = document
        }
    }

    private static func document(_ content: ReplyContent) -> ConfigurationDocument? {
        let body = Array(content.body.utf8)
        switch content.form {
        case .xml: return try? ConfigurationDocument.read(body)
        case .json: return try? RESTv2Configuration.read(body)
        default: return nil
        }
    }

    var world: OpenWorld {
        let lists = providers.map { name in
            OpenWorld.Provider(name: name, mvpds: Self.mvpds(of: documents { $0.provider == name }))
        }
        return OpenWorld(
            requestors: requestors, welcome: Welcome(olderClients: true),
            mvpds: Self.mvpds(of: documents { _ in true }), providers: lists)
    }

    /// In the order of their gates.
    private var providers: [String] {
        Set(configurations.keys.map(\.provider)).sorted {
            (ProviderName.index(of: $0) ?? .max, $0) < (ProviderName.index(of: $1) ?? .max, $1)
        }
    }

    private var requestors: [RequestorScript] {
        Set(configurations.keys.map(\.requestor)).sorted().compactMap { id in
            let documents = documents { $0.requestor == id }
            guard let first = documents.first else { return nil }
            return RequestorScript(
                id: id, name: first.name, domains: documents.flatMap(\.domains).map(\.name).uniqued(),
                mvpds: Self.mvpds(of: documents).map(\.id))
        }
    }

    private func documents(of isMeant: (Place) -> Bool) -> [ConfigurationDocument] {
        configurations.filter { isMeant($0.key) }
            .sorted { ($0.key.provider, $0.key.requestor) < ($1.key.provider, $1.key.requestor) }.map(\.value)
    }

    /// Each MVPD once, in the order in which they are listed.
    private static func mvpds(of documents: [ConfigurationDocument]) -> [MVPDScript] {
        documents.flatMap(\.mvpds).filter { !$0.id.isEmpty }.uniqued(by: \.id).map { mvpd in
            var properties: [String: String] = [:]
            for property in mvpd.properties { properties[property.name] = property.value }
            return MVPDScript(id: mvpd.id, displayName: mvpd.displayName, logoURL: mvpd.logoURL, properties: properties)
        }
    }
}
