internal import CKernel
internal import Glibc

/// The namespaces of this process.
enum Namespaces {
    /// Leaves those this process shares with others; where that takes rights it lacks, in a user namespace of its own.
    ///
    /// The process must have one thread. It keeps its user and its group.
    static func leave(_ namespaces: Int32, _ what: String) throws(SystemError) {
        if kernel_unshare(namespaces) == 0 { return }
        guard errno == EPERM else { throw .last("make \(what)") }
        let (user, group) = (getuid(), getgid())
        guard kernel_unshare(namespaces | Int32(KERNEL_NEW_USER)) == 0 else {
            throw .last("make \(what) in a user namespace")
        }
        try write("deny", to: "/proc/self/setgroups")
        try write("\(user) \(user) 1", to: "/proc/self/uid_map")
        try write("\(group) \(group) 1", to: "/proc/self/gid_map")
    }

    static func write(_ text: String, to path: String) throws(SystemError) {
        let file = unsafe FileDescriptor(owning: open(path, O_WRONLY | O_CLOEXEC))
        guard file.raw >= 0 else { throw .last("open \(path)") }
        let count = unsafe Glibc.write(file.raw, text, text.utf8.count)
        guard count == text.utf8.count else { throw .last("write \(path)") }
    }

    /// Puts a new file system of that kind there.
    static func mount(_ kind: String, at path: String, options: String? = nil) throws(SystemError) {
        let noDevicesAndNoSetuid: UInt = 4 | 2
        guard unsafe kernel_mount(kind, path, options, noDevicesAndNoSetuid) == 0 else {
            throw .last("mount \(kind) at \(path)")
        }
    }

    static func restrict(_ path: String, to attributes: Int, withAllBelow: Bool = false) throws(SystemError) {
        guard unsafe kernel_restrict_mount(path, UInt64(attributes), withAllBelow ? 1 : 0) == 0 else {
            throw .last("make \(path) read-only")
        }
    }
}

/// A network that holds this process, what it starts, and nothing else.
package enum PrivateNetwork {
    /// The one place where confined programs can write: a file system in memory, which all of them share.
    package static let scratch = "/dev/shm"
    private static let scratchMegabytes = 256

    /// Moves this process into a network of its own, with the loopback interface alone, and gives it an empty scratch.
    ///
    /// It must have one thread, so this comes first of all.
    package static func enter() throws(SystemError) {
        try Namespaces.leave(Int32(KERNEL_NEW_NETWORK | KERNEL_NEW_MOUNTS), "a network of its own")
        guard kernel_start_loopback() == 0 else { throw .last("start the loopback interface") }
        guard kernel_keep_mounts() == 0 else { throw .last("keep mounts from others") }
        try Namespaces.mount("tmpfs", at: scratch, options: "size=\(scratchMegabytes)m,mode=1777")
    }
}
