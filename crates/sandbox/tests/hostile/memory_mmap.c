/* Maps pages until nothing is left, and gives up. */
#include "attack.h"
static void attack(void) {
    size_t size = 4 << 20, all = 0;
    while (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0) != MAP_FAILED) {
        all += size;
        if (all > (size_t)1 << 30) { harm("a gigabyte"); break; }
    }
    abort();
}
