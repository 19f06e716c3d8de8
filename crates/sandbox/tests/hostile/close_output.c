/* Closes its output, so that there is nothing to wait for, and stays. */
#include "attack.h"
static void attack(void) {
    close(0);
    close(1);
    close(2);
    for (;;) sleep(1000);
}
