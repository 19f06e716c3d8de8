// Reads what the referee says and answers. Nothing here needs to be changed: the plan is in plan.c.
//
// It is the line protocol, a line of JSON each way; `cardsharp protocol` prints all of it. Without a library for JSON
// a line is searched for what is needed.

#include <stdio.h>
#include <string.h>

#include "plan.h"

static char line[1 << 16];

int main(void) {
    static struct turn turn;
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) {
            printf("{\"type\":\"hello\",\"version\":1,\"name\":\"%s\"}\n", NAME);
        } else if (strstr(line, "\"type\":\"turn\"") && read_turn(line, &turn)) {
            printf("{\"action\":\"%s\"}\n", turn.legal[choose(&turn)]);
        }
        // "game", "fault" and "over" only tell us something. Without the flush an answer would lie in a buffer, and the
        // referee wait for it.
        fflush(stdout);
    }
    return 0;
}
