/* Never answers. */
#include "attack.h"
static void attack(void) { for (;;) sleep(1000); }
