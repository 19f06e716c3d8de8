// Never looks at what was led.
#include "table.h"

int main(void) {
    read_request();
    if (mode == 2) printf("%d\n", hand[0]);
    else behave();
    return 0;
}
