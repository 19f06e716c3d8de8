// Trips over its own assertion in the last round.
#include <assert.h>
#include "table.h"

int main(void) {
    read_request();
    assert(held > 1);
    behave();
    return 0;
}
