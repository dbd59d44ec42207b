#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Writes all the bytes, however often it takes; what `errno` said where they cannot be written, and otherwise zero.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var start = 0
    while start < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { bytes in
            unsafe write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
        }
        guard count <= 0 else {
            start += count
            continue
        }
        guard count < 0 else { return EIO }
        guard errno == EINTR else { return errno }
    }
    return 0
}
