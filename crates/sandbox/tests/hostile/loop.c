/* Thinks for ever. */
#include "attack.h"
static void attack(void) { for (volatile int i = 0;; i++) {} }
