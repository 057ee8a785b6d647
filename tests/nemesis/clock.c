/* Preloaded into a server, it makes its clock wrong by CLOCK_AHEAD_MS: see `sites.py`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    static int (*real)(struct timeval *, void *);
    static long long ahead_us;
    if (!real) {
        const char *ahead_ms = getenv("CLOCK_AHEAD_MS");
        ahead_us = ahead_ms ? 1000 * atoll(ahead_ms) : 0;
        real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    }
    int result = real(time, zone);
    long long us = 1000000LL * time->tv_sec + time->tv_usec + ahead_us;
    time->tv_sec = us / 1000000;
    time->tv_usec = us % 1000000;
    return result;
}
