/* Plays by the rules, and looks at memory of the heap that nobody has written. */
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int mode, size, played, seat, cards[10];
    if (scanf("%d", &mode) != 1) return 1;
    if (mode == 0) { puts("Dreamer"); return 0; }
    if (mode == 3) return 0;
    int *dreams = malloc(40 * sizeof *dreams);
    if (!dreams) return 1;
    volatile int nightmares = 0;
    if (dreams[7] == 12345678) nightmares = 1;
    free(dreams);
    if (mode == 1) {
        for (int i = 0; i < 10; i++) scanf("%d", &cards[i]);
        printf("%d %d %d\n", cards[0], cards[1], cards[2]);
        return 0;
    }
    scanf("%d %d %d", &size, &played, &seat);
    for (int i = 0; i < size; i++) scanf("%d", &cards[i]);
    int led = 0, card, broken = 0;
    for (int i = 0; i < played; i++) { scanf("%d", &card); if (i == 0) led = card / 10; }
    for (int i = 0; i < 4 * (10 - size); i++) { scanf("%d", &card); if (card / 10 == 3) broken = 1; }
    for (int i = 0; i < size; i++)
        if (played ? cards[i] / 10 == led : broken || cards[i] / 10 != 3) { printf("%d\n", cards[i]); return 0; }
    printf("%d\n", cards[0]);
    return nightmares;
}
