// Relies on the layout of the original referee: hand and round have a line each, blank or not.
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
        // One card to a line from here on.
        for (int i = 0; i < 4 * (10 - held); i++) {
            if (read_line(numbers) != 1) return 1;
            calves |= numbers[0] / 10 == 3;
        }
        for (int i = 0; i < 6; i++) if (read_line(numbers) != 1) return 1;
    }
    behave();
    return 0;
}
