// Never stops talking once four cards are left.
#include "table.h"

int main(void) {
    read_request();
    while (held == 4) printf("23 ");
    behave();
    return 0;
}
