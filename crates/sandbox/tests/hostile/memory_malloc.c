/* Allocates and fills until nothing is left, and then writes all the same. */
#include "attack.h"
static void attack(void) {
    for (;;) memset(malloc(1 << 20), 1, 1 << 20);
}
