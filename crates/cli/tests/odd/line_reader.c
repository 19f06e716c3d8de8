// Relies on the layout that the document prints: every list has a line of its own, blank or not.
#include "table.h"

static int read_line(int cards[]) {
    char line[256], *place = line;
    int count = 0, length;
    if (!fgets(line, sizeof line, stdin)) exit(1);
    while (sscanf(place, "%d%n", &cards[count], &length) == 1) {
        place += length;
        count++;
    }
    return count;
}

int main(void) {
    int numbers[10];
    if (read_line(numbers) != 1) return 1;
    mode = numbers[0];
    held = 10;
    if (mode == 2) {
        if (read_line(numbers) != 3) return 1;
        held = numbers[0];
        played = numbers[1];
    }
    if (mode > 0 && read_line(hand) != held) return 1;
    if (mode == 2) {
        if (read_line(numbers) != played) return 1;
        memcpy(table, numbers, sizeof table);
        int earlier[36];
        if (read_line(earlier) != 4 * (10 - held)) return 1;
        for (int i = 0; i < 4 * (10 - held); i++) calves |= earlier[i] / 10 == 3;
        for (int i = 0; i < 2; i++) if (read_line(numbers) != 3) return 1;
    }
    behave();
    return 0;
}
