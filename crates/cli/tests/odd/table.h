// What the odd programs share: reading a request, and the lowest legal card.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int mode, held, played, position, hand[10], table[3], earlier[40], calves;

static void read_request(void) {
    if (scanf("%d", &mode) != 1) exit(1);
    held = 10;
    if (mode == 2 && scanf("%d %d %d", &held, &played, &position) != 3) exit(1);
    for (int i = 0; mode > 0 && mode < 3 && i < held; i++) if (scanf("%d", &hand[i]) != 1) exit(1);
    for (int i = 0; i < played; i++) if (scanf("%d", &table[i]) != 1) exit(1);
    for (int i = 0; mode == 2 && i < 4 * (10 - held); i++) {
        if (scanf("%d", &earlier[i]) != 1) exit(1);
        calves |= earlier[i] / 10 == 3;
    }
}

static int legal_card(void) {
    for (int i = 0; i < held; i++) {
        if (played > 0 ? hand[i] / 10 == table[0] / 10 : calves || hand[i] / 10 != 3) return hand[i];
    }
    return hand[0];
}

// Does everything as it should.
static void behave(void) {
    if (mode == 0) printf("Well Behaved\n");
    if (mode == 1) printf("%d %d %d\n", hand[0], hand[1], hand[2]);
    if (mode == 2) printf("%d\n", legal_card());
}
