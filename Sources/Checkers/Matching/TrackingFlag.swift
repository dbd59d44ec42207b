import AccessEnablerAPI

/// A boolean in a tracking array, whose type and spelling no document gives.
enum TrackingFlag {
    /// nil for what is no spelling of a boolean.
    static func read(_ value: Value) -> Bool? {
        switch value {
        case .bool(let flag): flag
        case .int(0), .double(0): false
        case .int(1), .double(1): true
        case .string(let text):
            switch text.lowercased() {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: nil
            }
        default: nil
        }
    }
}
