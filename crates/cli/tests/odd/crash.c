// Writes where it may not, whenever it has to play.
#include "table.h"

int main(void) {
    read_request();
    behave();
    fflush(stdout);
    if (mode == 2) *(volatile int *)0 = hand[0];
    return 0;
}
