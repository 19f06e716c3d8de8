// Ends nothing with a newline, and has blanks at the end.
#include "table.h"

int main(void) {
    read_request();
    if (mode == 0) printf("No Newline");
    if (mode == 1) printf("%d %d %d   ", hand[7], hand[8], hand[9]);
    if (mode == 2) printf("  %d", legal_card());
    return 0;
}
