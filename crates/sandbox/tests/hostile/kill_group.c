/* Kills its process group, hoping that somebody else is in it. */
#include "attack.h"
static void attack(void) { kill(0, SIGKILL); }
