// Plays well, but looks beyond the end of an array and adds too much.
#include "table.h"

static int sum(const int cards[], int count) {
    int total = 0;
    for (int i = 0; i < count; i++) total += cards[i];
    return total;
}

int main(void) {
    int few[4] = {1, 2, 3, 4}, most = 2147483640;
    read_request();
    if (mode == 2 && held == 5) most += hand[0];
    if (mode == 2 && held == 3 && sum(few, held + 2) == most) printf("What a coincidence\n");
    behave();
    return 0;
}
