/* Plays by the rules, and looks at memory of the heap that nobody has written. */
#include "table.h"
int main(void) {
    read_request();
    if (mode == 0) { puts("Dreamer"); return 0; }
    if (mode == 3) return 0;
    int *dreams = malloc(40 * sizeof *dreams);
    if (!dreams) return 1;
    volatile int nightmares = 0;
    if (dreams[7] == 12345678) nightmares = 1;
    free(dreams);
    behave();
    return nightmares;
}
