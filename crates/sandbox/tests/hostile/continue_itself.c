/* Arranges to be continued when it is stopped: by a timer, by its own threads, by the end of a child. */
#include "attack.h"
#include <time.h>
static int nothing(void *unused) { return 0; }
static void attack(void) {
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) harm("a timer that continues it");
    if (kill(getpid(), SIGCONT) == 0) harm("kill");
    if (syscall(SYS_tkill, getpid(), SIGCONT) == 0) harm("tkill");
    if (syscall(SYS_tgkill, getpid(), getpid(), SIGCONT) == 0) harm("tgkill");
    static char stack[64 << 10];
    if (clone(nothing, stack + sizeof stack, SIGCONT, NULL) > 0) harm("a child whose end continues it");
    /* What is no matter of stopping is its own. */
    if (kill(getpid(), 0) != 0) harm("not even this works, so nothing is proved");
}
