#pragma once
// What the Glibc overlay of Swift lacks. Feature macros such as _GNU_SOURCE must not be defined here: they change the
// layout of types this module shares with that overlay. Calls the plain headers hide go through syscall(2).
#if defined(__linux__)
#include <fcntl.h>
#include <linux/sockios.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#pragma clang assume_nonnull begin

extern char *_Nullable *_Nonnull environ;

/// POSIX_SPAWN_SETSID is declared for _GNU_SOURCE only. The program is a session of its own, without a terminal.
enum { KERNEL_SPAWN_SESSION = 0x80 };

/// accept4 is declared for _GNU_SOURCE only. The new socket does not block and is not inherited.
static inline int kernel_accept(int listener) {
    return (int)syscall(SYS_accept4, listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// pipe2 is declared for _GNU_SOURCE only. Neither end is inherited.
static inline int kernel_pipe(int ends[_Nonnull 2]) { return (int)syscall(SYS_pipe2, ends, O_CLOEXEC); }

/// glibc 2.36 is the first with a declaration. The descriptor is readable once the process has ended.
static inline int kernel_process_descriptor(int process) {
#if defined(SYS_pidfd_open)
    return (int)syscall(SYS_pidfd_open, process, 0);
#else
    return (int)syscall(434, process, 0);
#endif
}

/// prctl is variadic.
static inline int kernel_set_timer_slack(unsigned long nanoseconds) {
    return prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0);
}

/// prctl is variadic. Children of our children become ours when their own parent has ended.
static inline int kernel_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/// The handler is a member of a union, which Swift cannot compare. Whether whoever started us has the signal ignored.
static inline int kernel_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// glibc has no wrapper. How long this thread runs at a stretch beside others that want to run: one that asks for little
/// is let on sooner when it wakes. Kernels before 6.12 keep their own measure.
static inline int kernel_set_slice(unsigned long long nanoseconds) {
    struct {
        unsigned int size, policy;
        unsigned long long flags;
        int nice;
        unsigned int priority;
        unsigned long long runtime, deadline, period;
    } scheduling = {0};
    if (syscall(SYS_sched_getattr, 0, &scheduling, sizeof scheduling, 0) != 0) return -1;
    scheduling.size = sizeof scheduling;
    scheduling.runtime = nanoseconds;
    return (int)syscall(SYS_sched_setattr, 0, &scheduling, 0);
}

/// What is free of the heap goes back to the system.
static inline void kernel_return_memory(void) { malloc_trim(0); }

/// ioctl is variadic. How many columns a terminal has; 0 when that cannot be told.
static inline int kernel_terminal_columns(int terminal) {
    struct winsize size = {0};
    return ioctl(terminal, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// ioctl is variadic. Bytes of a connection the peer's kernel has not acknowledged; -1 when that cannot be told.
static inline int kernel_unacknowledged(int socket) {
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) == 0 ? bytes : -1;
}

/// Declared for _GNU_SOURCE only.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/// The new program inherits no descriptor from that one on.
static inline int kernel_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/// environ is a mutable global, which Swift refuses to read.
static inline char *_Nullable *_Nonnull kernel_environment(void) { return environ; }

#pragma clang assume_nonnull end
#endif
