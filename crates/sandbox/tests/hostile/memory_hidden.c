/* Keeps shared pages alive by a single one of them that stays mapped: the others no longer count as its own. */
#include "attack.h"
static void attack(void) {
    size_t size = 32 << 20, all = 0;
    for (int i = 0; i < 20; i++) {
        char *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        int zero = map == MAP_FAILED ? open("/dev/zero", O_RDWR) : -1;
        if (zero >= 0) map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
        if (zero >= 0) close(zero);
        /* Reading makes such pages too. */
        zero = map == MAP_FAILED ? open("/dev/zero", O_RDONLY) : -1;
        if (zero >= 0) map = mmap(NULL, size, PROT_READ, MAP_SHARED, zero, 0);
        if (zero >= 0) close(zero);
        if (map == MAP_FAILED) map = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (map == MAP_FAILED) return;
        if (mprotect(map, size, PROT_READ | PROT_WRITE) == 0) memset(map, 1, size);
        for (size_t at = 0; at < size; at += 4096) (void)*(volatile char *)(map + at);
        munmap(map + 4096, size - 4096);
        all += size;
        if (all > (128u << 20)) { harm("%zu bytes beside the limit", all); return; }
    }
}
