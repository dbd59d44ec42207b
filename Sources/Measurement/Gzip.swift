internal import CZlib

/// Bytes made smaller as gzip has them: RFC 1952.
///
/// Several of them one after the other are a file, too, and read as one.
package enum Gzip {
    package static func compress(_ bytes: [UInt8]) -> [UInt8] {
        let zlib = Zlib.compress(bytes)
        // The same stream, between a header and a checksum of its own.
        let check = unsafe crc32(0, bytes, uInt(bytes.count))
        var member: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
        member += zlib[2..<(zlib.count - 4)]
        for number in [UInt32(check), UInt32(truncatingIfNeeded: bytes.count)] {
            for shift in [0, 8, 16, 24] as [UInt32] { member.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        return member
    }
}
