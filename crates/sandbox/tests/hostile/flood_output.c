/* Writes for ever. */
#include "attack.h"
static void attack(void) { for (;;) puts("All work and no play makes Jack a dull boy."); }
