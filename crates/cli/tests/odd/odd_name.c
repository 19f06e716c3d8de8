// Calls itself something that would upset a terminal and every table it stands in.
#include "table.h"

int main(void) {
    read_request();
    if (mode == 0) printf("\x1b[31m<O'Brien & \"Sons\"_-42>; rm -rf / is a very long name indeed\n");
    else behave();
    return 0;
}
