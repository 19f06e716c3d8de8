/* Stops itself, so that it neither runs nor ends. */
#include "attack.h"
static void attack(void) { for (;;) raise(SIGSTOP); }
