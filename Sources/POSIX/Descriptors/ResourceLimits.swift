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

/// What the system grants this process.
package enum ResourceLimit {
    /// Megabytes.
    case addresses, data
    /// Kilobytes.
    case stack
    /// Of all processes of the user.
    case threads

    /// nil where it is not limited.
    package var value: Int? {
        switch self {
        case .addresses: Self.soft(RLIMIT_AS).map { $0 >> 20 }
        case .data: Self.soft(RLIMIT_DATA).map { $0 >> 20 }
        case .stack: Self.soft(RLIMIT_STACK).map { $0 >> 10 }
        // The superuser is not held to it.
        case .threads: geteuid() == 0 ? nil : Self.soft(__RLIMIT_NPROC)
        }
    }

    private static func soft(_ resource: __rlimit_resource) -> Int? {
        var limit = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        return Int(exactly: limit.rlim_cur)
    }
}
