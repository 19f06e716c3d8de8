/* Fills pages and then only reads them, so that no limit on what is writable counts them any more. */
#include "attack.h"
static void attack(void) {
    size_t size = 4 << 20, all = 0;
    for (;;) {
        char *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (map == MAP_FAILED) break;
        memset(map, 1, size);
        mprotect(map, size, PROT_READ);
        all += size;
        if (all > (size_t)1 << 30) { harm("a gigabyte"); break; }
    }
    abort();
}
