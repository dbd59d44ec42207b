/// Where tokens are kept, as bytes under keys.
///
/// Instances that hold the same storage see each other's values (AE-STO-003). Its functions may be called on any
/// thread, and return when they are done.
public protocol TokenStorage: Sendable {
    /// Reads the value of the key.
    ///
    /// - Returns: the bytes that were stored last; nil where there are none, or where they cannot be read.
    func load(_ key: String) -> [UInt8]?
    /// Keeps the value in place of the one before.
    ///
    /// - Parameters:
    ///   - value: any bytes, also none.
    ///   - key: any text; AccessEnabler's own have slashes in them, as in `current/REF30`.
    /// - Returns: false when the value could not be kept.
    @discardableResult
    func store(_ value: [UInt8], for key: String) -> Bool
    /// Forgets the value; does nothing where there is none.
    func remove(_ key: String)
    /// The keys of all values, in no particular order.
    func keys() -> [String]
}
