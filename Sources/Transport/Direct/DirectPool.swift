internal import POSIX

/// The connections to one address that wait for a request.
///
/// Belongs to the loop's thread.
final class DirectPool {
    let address: SocketAddress
    private let authority: [UInt8]
    /// `Host` and `Accept`, which every request to the address begins with.
    let lines: [UInt8]
    private var idle: [DirectConnection] = []
    private static let maxIdle = 8_192

    /// Nil for what is not four numbers with dots, and a port or none: names are libcurl's to look up.
    init?(_ authority: String) {
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, numbers.count == 4, numbers.allSatisfy({ Self.isNumber($0) && UInt8($0) != nil }) else {
            return nil
        }
        var port: UInt16 = 80
        if parts.count == 2 {
            guard Self.isNumber(parts[1]), let number = UInt16(parts[1]), number > 0 else { return nil }
            port = number
        }
        self.authority = Array(authority.utf8)
        address = SocketAddress(host: String(parts[0]), port: port)
        lines = Array(" HTTP/1.1\r\nHost: \(authority)\r\nAccept: */*\r\n".utf8)
    }

    /// Whether that part of the URL is what its requests have there.
    func isMeant(by url: String, _ part: Range<Int>) -> Bool {
        guard part.count == authority.count else { return false }
        let isSame = unsafe url.utf8.withContiguousStorageIfAvailable { url in
            // From the end, where the ports of one host differ.
            for index in authority.indices.reversed()
            where unsafe url[part.lowerBound + index] != authority[index] { return false }
            return true
        }
        return isSame ?? false
    }

    /// Decimal digits without zeros before them: what some read as octal stays libcurl's.
    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } && (text.utf8.count == 1 || !text.hasPrefix("0"))
    }

    /// The connection that was used last, which is the likeliest to be in the processor's cache.
    func take() -> DirectConnection? {
        while let connection = idle.popLast() {
            if !connection.isClosed { return connection }
        }
        return nil
    }

    /// False where enough wait already.
    func keep(_ connection: DirectConnection) -> Bool {
        if idle.count >= Self.maxIdle { idle.removeAll { $0.isClosed } }
        guard idle.count < Self.maxIdle else { return false }
        idle.append(connection)
        return true
    }
}
