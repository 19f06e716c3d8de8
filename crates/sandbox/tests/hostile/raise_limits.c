/* Raises its limits, and lowers those of others. */
#include "attack.h"
static void attack(void) {
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY}, zero = {0, 0};
    int ours[] = {RLIMIT_AS, RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_MEMLOCK};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        struct rlimit now;
        if (getrlimit(ours[i], &now) != 0) harm("may not even ask for %d", ours[i]);
        if (now.rlim_max == RLIM_INFINITY) harm("%d has no limit", ours[i]);
        if (setrlimit(ours[i], &none) == 0) harm("setrlimit %d", ours[i]);
        now.rlim_max += 1;
        if (syscall(SYS_prlimit64, 0, ours[i], &now, NULL) == 0) harm("prlimit %d", ours[i]);
        if (syscall(SYS_prlimit64, victim, ours[i], &zero, NULL) == 0) harm("prlimit %d of the victim", ours[i]);
    }
}
