#pragma once
// What namespaces, mounts and the filters of system calls need; none of it has a declaration without _GNU_SOURCE, most has
// none at all in older headers. Each is the call of that name, and gives -1 and errno as it does.
#if defined(__linux__)
#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

enum {
    KERNEL_NEW_MOUNTS = 0x00020000,
    KERNEL_NEW_IPC = 0x08000000,
    KERNEL_NEW_USER = 0x10000000,
    KERNEL_NEW_PID = 0x20000000,
    KERNEL_NEW_NETWORK = 0x40000000,
    KERNEL_MOUNT_READ_ONLY = 1,
    KERNEL_MOUNT_NO_SETUID = 2,
    KERNEL_MOUNT_NO_DEVICES = 4,
};

static inline int kernel_unshare(int namespaces) { return (int)syscall(SYS_unshare, namespaces); }

/// Swift hides fork, for good reasons: a process of one thread alone may call it.
static inline int kernel_fork(void) { return fork(); }

static inline int kernel_mount(const char *kind, const char *at, const char *_Nullable options, unsigned long flags) {
    return (int)syscall(SYS_mount, kind, at, kind, flags, options);
}

/// From now on no mount is seen that others make, and none of ours by others.
static inline int kernel_keep_mounts(void) {
    return (int)syscall(SYS_mount, "none", "/", NULL, 0x4000UL | 0x40000UL /* MS_REC | MS_PRIVATE */, NULL);
}

/// mount_setattr: sets attributes of the mount there, or of all below it, too.
static inline int kernel_restrict_mount(const char *path, unsigned long long attributes, int isRecursive) {
    unsigned long long attr[4] = {attributes, 0, 0, 0};
    return (int)syscall(442, AT_FDCWD, path, isRecursive ? 0x8000 /* AT_RECURSIVE */ : 0, attr, sizeof attr);
}

/// open_tree: a copy of what is mounted there, which is nowhere yet.
static inline int kernel_copy_mount(const char *path) {
    return (int)syscall(428, AT_FDCWD, path, 1 | O_CLOEXEC /* OPEN_TREE_CLONE */);
}

/// move_mount: puts such a copy there.
static inline int kernel_place_mount(int copy, const char *path) {
    return (int)syscall(429, copy, "", AT_FDCWD, path, 4 /* MOVE_MOUNT_F_EMPTY_PATH */);
}

/// Brings up the loopback interface of this network.
static inline int kernel_start_loopback(void) {
    int socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket_ < 0) return -1;
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    int result = ioctl(socket_, SIOCSIFFLAGS, &request);
    close(socket_);
    return result;
}

/// This process is killed when its parent ends.
static inline int kernel_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, 9, 0, 0, 0); }

/// Gives up every capability for good, also those that a program of root would get.
static inline int kernel_drop_capabilities(void) {
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) return -1;
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capset, &header, none) != 0) return -1;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/// Lets this process and what it starts have sockets of IP and of the routing tables alone, no io_uring, which has a way of
/// its own to make sockets, and none of the kernel's keys.
///
/// A socket of a path leads out of every network namespace, and so do those of virtual machines.
static inline int kernel_allow_ip_alone(void) {
#if defined(__x86_64__)
    const unsigned architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    const unsigned architecture = AUDIT_ARCH_AARCH64;
#else
    const unsigned architecture = 0;
    errno = ENOSYS;
    return -1;
#endif
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        // The calls of x32 have other numbers for the same.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 425 /* io_uring_setup */, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        // The user's keys are in no namespace.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_add_key, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_request_key, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_keyctl, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

#pragma clang assume_nonnull end
#endif
