/* Opens as many descriptors as it can. */
#include "attack.h"
static void attack(void) {
    int opened = 0, pair[2];
    while (opened < 5000 && dup(0) >= 0) opened++;
    while (opened < 5000 && pipe(pair) == 0) opened += 2;
    if (opened > 1000) harm("%d descriptors", opened);
}
