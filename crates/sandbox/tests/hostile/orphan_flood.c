/* Leaves a process behind that holds its output and goes on writing. */
#include "attack.h"
static void attack(void) {
    if (fork() != 0) exit(0);
    setsid();
    for (;;) { (void)!write(1, "x", 1); usleep(1000); }
}
