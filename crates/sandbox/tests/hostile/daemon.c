/* Leaves a process behind that no longer belongs to it, and leaves it a minute to write a file. */
#include "attack.h"
static void attack(void) {
    int ready[2];
    char byte;
    (void)!pipe(ready);
    int child = fork();
    if (child < 0) return;
    if (child > 0) {
        (void)!read(ready[0], &byte, 1);
        exit(0);
    }
    setsid();
    signal(SIGHUP, SIG_IGN);
    if (fork() > 0) _exit(0);
    (void)!write(ready[1], "x", 1);
    close(0);
    close(1);
    close(2);
    for (int i = 0; i < 600; i++) {
        close(open(in(playground, mark), O_CREAT | O_WRONLY, 0666));
        usleep(100000);
    }
    _exit(0);
}
