/* Never answers, and blocks and ignores every signal it can. */
#include "attack.h"
static void attack(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
    for (;;) sleep(1000);
}
