// Answers in words.
#include "table.h"

int main(void) {
    read_request();
    printf("the highest one, please\n");
    return 0;
}
