/* Has its memory laid out the same every time, and becomes a program of another kind. */
#include "attack.h"
#include <sys/personality.h>
static void attack(void) {
    if (personality(ADDR_NO_RANDOMIZE) != -1) harm("no randomisation");
    if (personality(PER_LINUX32) != -1) harm("another kind");
    if (personality(0xffffffff) == -1) harm("may not even ask");
}
