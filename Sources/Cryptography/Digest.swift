internal import COpenSSL

/// Digests of bytes in memory.
///
/// SHA-1 and MD5 are here because the documented formats use them (the device fingerprint is a SHA-1,
/// service-protocol.md 5.2), not because they protect anything.
package enum Digest {
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        unsafe digest(bytes, EVP_sha1(), count: 20)
    }

    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        unsafe digest(bytes, EVP_sha256(), count: 32)
    }

    package static func md5(_ bytes: [UInt8]) -> [UInt8] {
        unsafe digest(bytes, EVP_md5(), count: 16)
    }

    /// The keyed digest the clientless requests were signed with before client registration (service-protocol.md 6).
    package static func hmacSHA1(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        unsafe hmac(key: key, bytes, EVP_sha1(), count: 20)
    }

    package static func hmacSHA256(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        unsafe hmac(key: key, bytes, EVP_sha256(), count: 32)
    }

    private static func digest(_ bytes: [UInt8], _ algorithm: OpaquePointer?, count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            let done = unsafe EVP_Digest(bytes, bytes.count, output.baseAddress, nil, algorithm, nil)
            precondition(done == 1, "a digest of bytes in memory cannot fail")
            written = count
        }
    }

    private static func hmac(key: [UInt8], _ bytes: [UInt8], _ algorithm: OpaquePointer?, count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { output, written in
            let done = unsafe HMAC(
                algorithm, key, Int32(clamping: key.count), bytes, bytes.count, output.baseAddress, nil)
            precondition(unsafe done != nil, "a keyed digest of bytes in memory cannot fail")
            written = count
        }
    }
}
