internal import Glibc

/// An IPv4 address and a port, written `127.0.0.1:8080`.
package struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// Four decimal numbers with dots; names are not looked up.
    package var host: String
    /// Zero asks the system for any free port.
    package var port: UInt16

    package init(host: String = "127.0.0.1", port: UInt16 = 0) {
        self.host = host
        self.port = port
    }

    package var description: String { "\(host):\(port)" }

    /// Calls `body` with the address as the kernel wants it; nil when the host is not four numbers with dots.
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard unsafe inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        return unsafe withUnsafeBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return unsafe body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }
}
