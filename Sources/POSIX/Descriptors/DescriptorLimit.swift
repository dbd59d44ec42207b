internal import Glibc

/// Lets this process have as many descriptors as the system grants it, and says how many those are.
///
/// Ten thousand connections need more than the thousand a shell usually gives; the children started afterwards have the
/// same limit.
@discardableResult
package func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
}

/// How many bytes of addresses this process may have; nil where they are not limited.
package func addressLimit() -> Int? {
    var limit = rlimit()
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    return Int(exactly: limit.rlim_cur)
}
