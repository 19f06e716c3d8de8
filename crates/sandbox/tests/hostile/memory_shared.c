/* Maps shared pages, which are not its own but the kernel's, until nothing is left. */
#include "attack.h"
static void attack(void) {
    size_t size = 4 << 20, all = 0;
    while (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0) != MAP_FAILED) {
        all += size;
        if (all > (size_t)1 << 30) { harm("a gigabyte"); break; }
    }
    abort();
}
