import AccessEnablerAPI

extension Wire {
    /// Refuses what does not speak it: REST is of the releases with software statements, and variants have no other than
    /// the SDK's protocol.
    func check(_ implementation: ImplementationChoice?, _ versions: [SDKVersion]) throws(ToolError) {
        guard self != .sdk else { return }
        if case .variant = implementation {
            throw .impossible("variants speak sdk only: '--wire \(rawValue)' is for other implementations")
        }
        if versions.contains(where: { $0 < SDKVersion(3, 0) }) {
            throw .impossible("'--wire \(rawValue)' is for releases from 3.0 on")
        }
    }
}
