/// A reply as it arrived, whatever its status.
package struct HTTPResponse: Sendable {
    package var status: Int
    let block: HeaderBlock
    /// With the transfer encoding taken off, and no other.
    package var body: [UInt8]

    /// In the order they arrived.
    package var headers: [(name: String, value: String)] { block.fields }

    /// The value of the first header of that name, whose letters' case does not matter.
    package func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}
