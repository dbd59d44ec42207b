internal import COpenSSL

/// So many bytes nobody can guess, from the library's generator.
package func randomBytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
        let done = unsafe RAND_bytes(buffer.baseAddress, Int32(count))
        precondition(done == 1, "the machine gives no random bytes")
        written = count
    }
}
