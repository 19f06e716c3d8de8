/* Dies by a signal it sends itself. */
#include "attack.h"
static void attack(void) { raise(SIGALRM); for (;;) pause(); }
