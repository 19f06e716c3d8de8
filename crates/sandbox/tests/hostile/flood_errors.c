/* Complains for ever. */
#include "attack.h"
static void attack(void) { for (;;) fputs("All work and no play makes Jack a dull boy.\n", stderr); }
