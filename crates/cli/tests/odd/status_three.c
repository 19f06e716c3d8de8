// Answers well but returns what nobody meant to return.
#include "table.h"

int main(void) {
    read_request();
    behave();
    return 3;
}
