// Passes the same card twice, but plays well.
#include "table.h"

int main(void) {
    read_request();
    if (mode == 1) printf("%d %d %d\n", hand[0], hand[0], hand[1]);
    else behave();
    return 0;
}
