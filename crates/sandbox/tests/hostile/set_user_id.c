/* Executes a program that would make it root. */
#include "attack.h"
static void attack(void) {
    const char *programs[] = {"/usr/bin/su", "/usr/bin/passwd", "/usr/bin/mount", "/usr/bin/chsh"};
    for (int i = 0; i < 4; i++) {
        struct stat what;
        if (stat(programs[i], &what) == 0 && (what.st_mode & S_ISUID)) {
            /* Root could read the shadow file; without privileges it complains or asks, and ends. */
            puts("tried");
            fflush(stdout);
            execl(programs[i], programs[i], "-c", "cat /etc/shadow", NULL);
        }
    }
}
