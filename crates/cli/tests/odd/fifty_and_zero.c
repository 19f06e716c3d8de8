// Just beyond the last card, and nothing at all.
#include "table.h"

int main(void) {
    read_request();
    if (mode == 2) printf("%d\n", held % 2 ? 50 : 0);
    else behave();
    return 0;
}
