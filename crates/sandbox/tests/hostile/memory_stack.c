/* Recurses for ever. */
#include "attack.h"
static int deeper(volatile int depth) {
    volatile char room[4096];
    room[depth % 4096] = 1;
    return deeper(depth + 1) + room[0];
}
static void attack(void) { exit(deeper(0)); }
