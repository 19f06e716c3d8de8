/* Starts as many processes as it can. */
#include "attack.h"
static void attack(void) {
    int started = 0;
    for (int i = 0; i < 2000; i++) {
        int child = fork();
        if (child == 0) { pause(); _exit(0); }
        started += child > 0;
    }
    if (started > 100) harm("%d processes", started);
}
