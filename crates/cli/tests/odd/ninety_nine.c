// Has one answer to everything, and it is not a card.
#include "table.h"

int main(void) {
    read_request();
    printf(mode == 1 ? "99 99 99\n" : mode == 2 ? "99\n" : "Ninety Nine\n");
    return 0;
}
