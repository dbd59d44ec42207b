/// Where tokens are kept, as bytes under keys.
///
/// Instances that hold the same storage see each other's values (AE-STO-003). Any thread.
public protocol TokenStorage: Sendable {
    /// The bytes that were stored last; nil where there are none, or where they cannot be read.
    func load(_ key: String) -> [UInt8]?
    /// Keeps the value in place of the one before.
    ///
    /// - Returns: false when the value could not be kept.
    @discardableResult
    func store(_ value: [UInt8], for key: String) -> Bool
    /// Does nothing where there is no such value.
    func remove(_ key: String)
    /// The keys of all values, in no particular order.
    func keys() -> [String]
}
