/* A clock that somebody sets, for programs that are started with this library before theirs (LD_PRELOAD): the time of day is
   CLOCK_OFFSET seconds late or early, and from two seconds after the start CLOCK_STEP seconds more. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long seconds(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static long start;
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (status != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return status;
    if (start == 0) start = time->tv_sec;
    long step = time->tv_sec - start >= 2 ? seconds("CLOCK_STEP") : 0;
    time->tv_sec += seconds("CLOCK_OFFSET") + step;
    return status;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return 0;
}
