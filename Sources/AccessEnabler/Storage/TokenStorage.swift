/// Where tokens are kept, as bytes under keys.
///
/// Instances that hold the same storage see each other's values (AE-STO-003). Any thread.
public protocol TokenStorage: Sendable {
    func load(_ key: String) -> [UInt8]?
    /// False when the value could not be kept.
    @discardableResult
    func store(_ value: [UInt8], for key: String) -> Bool
    func remove(_ key: String)
    /// In no particular order.
    func keys() -> [String]
}
