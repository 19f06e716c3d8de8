/* Looks into other processes by way of /proc. */
#include "attack.h"
static void attack(void) {
    const char *names[] = {"environ", "mem", "maps", "cmdline", "status", "stack", "fd/0"};
    int pids[] = {victim, getppid(), 1};
    char path[100];
    for (int p = 0; p < 3; p++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            snprintf(path, sizeof path, "/proc/%d/%s", pids[p], names[i]);
            if (open(path, O_RDONLY) >= 0) harm("%s", path);
            if (open(path, O_RDWR) >= 0) harm("%s for writing", path);
        }
}
