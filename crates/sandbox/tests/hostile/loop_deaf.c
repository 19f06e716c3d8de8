/* Thinks for ever, and blocks and ignores every signal it can, the one for processor time too. */
#include "attack.h"
static void attack(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
    for (volatile int i = 0;; i++) {}
}
