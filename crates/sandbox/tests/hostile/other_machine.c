/* Makes a call as a 32-bit program would, where the numbers are others. It is killed for it. */
#include "attack.h"
static void attack(void) {
#ifdef __x86_64__
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory"); /* getpid */
    harm("it answered %d", result);
#else
    raise(SIGSYS);
#endif
}
