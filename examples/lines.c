// A player for any of the four games, in the line protocol (crates/programs/protocol.md), without
// a library for JSON: every turn ends with "legal":["…","…"], and a legal action is the answer.
//
//     cardsharp referee indigo examples/lines.c
//     cardsharp referee intensity examples/lines.c --protocol json

#include <stdio.h>
#include <string.h>

static char line[1 << 16];

// What stands in the line after this text; nothing if the text is not there.
static const char *after(const char *text) {
    const char *found = strstr(line, text);
    return found ? found + strlen(text) : NULL;
}

// Answers with one of the legal actions. Which one? The one in the middle: in most games the
// actions go from low to high, and moderation is a virtue.
static void answer_turn(void) {
    const char *legal = after("\"legal\":[");
    if (!legal) return;
    int quotes = 0;
    for (const char *c = legal; *c && *c != ']'; c++) quotes += *c == '"';
    int middle = quotes / 2 / 2;
    for (int skipped = 0; skipped < 2 * middle; legal++) skipped += *legal == '"';
    legal = strchr(legal, '"');
    if (!legal) return;
    printf("{\"action\":\"%.*s\"}\n", (int)strcspn(legal + 1, "\""), legal + 1);
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) {
            printf("{\"type\":\"hello\",\"version\":1,\"name\":\"Moderate C\"}\n");
        } else if (strstr(line, "\"type\":\"turn\"")) {
            answer_turn();
        }
        // "game", "fault" and "over" only tell us something.
        fflush(stdout);
    }
    return 0;
}
