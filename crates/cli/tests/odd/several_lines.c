// Writes every card on a line of its own, with carriage returns.
#include "table.h"

int main(void) {
    read_request();
    if (mode == 0) printf("\r\nSeveral Lines\r\n");
    if (mode == 1) printf("%d\r\n\r\n%d\r\n%d\r\n\r\n", hand[0], hand[4], hand[9]);
    if (mode == 2) printf("%d\r\n\r\n", legal_card());
    return 0;
}
