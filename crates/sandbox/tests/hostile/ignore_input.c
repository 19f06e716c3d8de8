/* Leaves without reading a byte of the much it is sent. */
#include "attack.h"
static void attack(void) {}
