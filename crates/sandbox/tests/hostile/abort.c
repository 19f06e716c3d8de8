/* Gives up noisily. */
#include "attack.h"
static void attack(void) { abort(); }
