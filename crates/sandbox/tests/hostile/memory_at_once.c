/* Asks for a terabyte, and reserves one without touching it. */
#include "attack.h"
static void attack(void) {
    if (malloc((size_t)1 << 40)) harm("malloc");
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    if (mmap(NULL, (size_t)1 << 40, PROT_NONE, flags, -1, 0) != MAP_FAILED) harm("mmap");
}
