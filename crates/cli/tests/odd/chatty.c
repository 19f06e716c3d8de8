// Left its prompts and its debug text in.
#include "table.h"

int main(void) {
    read_request();
    fprintf(stderr, "debug: mode %d, 11 12 13\n", mode);
    if (mode == 0) printf("Chatty\nthat is my name, 42\n");
    if (mode == 1) printf("My hand is %d %d %d %d. Passing: %d, %d and %d.\n", hand[0], hand[1], hand[2], hand[3],
                          hand[7], hand[8], hand[9]);
    if (mode == 2) printf("Enter mode: Hand of %d cards\nlowest %d (took 0.25 s)\nI play card=%d!\n", held, hand[0],
                          legal_card());
    return 0;
}
