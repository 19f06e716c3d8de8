/* Has children that each use less than the limit, and holds all of it for a while. */
#include "attack.h"
static void attack(void) {
    size_t size = 40 << 20;
    int told[2];
    char byte;
    if (pipe(told)) return;
    for (int i = 0; i < 7; i++) {
        pid_t child = fork();
        if (child < 0) return;
        if (child > 0) continue;
        volatile char *memory = malloc(size);
        for (size_t at = 0; memory && at < size; at += 4096) memory[at] = 1;
        if (write(told[1], "x", 1) != 1) _exit(1);
        for (;;) pause();
    }
    for (int i = 0; i < 7; i++) if (read(told[0], &byte, 1) != 1) return;
    usleep(300000);
}
