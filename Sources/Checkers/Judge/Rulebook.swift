import Specification

/// The documented API, held once: it is too large to be copied with everything that looks at it.
final class Rulebook: Sendable {
    let api: APITable

    init(api: APITable) {
        self.api = api
    }
}
