// Takes all the memory there is in the third round, and uses it.
#include "table.h"

int main(void) {
    read_request();
    while (held == 8) memset(malloc(1 << 20), 1, 1 << 20);
    behave();
    return 0;
}
