internal import CZlib

/// Bytes made smaller, and whole again: RFC 1950.
enum Zlib {
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        let room = Int(length)
        return unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, used in
            let status = unsafe compress2(
                buffer.baseAddress, &length, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
            precondition(status == Z_OK, "zlib compresses anything that has room and memory")
            used = Int(length)
        }
    }

    /// nil for what is not compressed, or is larger than `limit` bytes.
    static func decompress(_ bytes: some Collection<UInt8>, limit: Int) -> [UInt8]? {
        let source = Array(bytes)
        var length = uLongf(limit)
        var status = Z_OK
        let plain = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, used in
            status = unsafe uncompress(buffer.baseAddress, &length, source, uLong(source.count))
            used = status == Z_OK ? Int(length) : 0
        }
        return status == Z_OK ? plain : nil
    }
}
