import AccessEnabler
import AdapterKit

/// A whole adapter: the reference, served to the suite.
///
/// A port of yours takes its place.
@main struct Main {
    static func main() async throws {
        await Adapter.serve(port: try ReferencePort(directory: Adapter.storageFolder()))
    }
}
