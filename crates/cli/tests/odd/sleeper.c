// Falls asleep over its second to last card.
#include "table.h"

int main(void) {
    read_request();
    if (held == 2) sleep(100000);
    behave();
    return 0;
}
