// Thinks for ever about its second to last card.
#include "table.h"

int main(void) {
    read_request();
    for (volatile int i = 0; held == 2; i++) {}
    behave();
    return 0;
}
