/* Leaves in the middle of a line, with a status nobody expects. */
#include "attack.h"
static void attack(void) { printf("half a li"); exit(77); }
