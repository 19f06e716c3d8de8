// Finds what is needed in a line of JSON. Nothing here needs to be changed.

#include <stdio.h>
#include <string.h>

#include "plan.h"

// What stands in the line after `"name":`; nothing if it is not there.
static const char *after(const char *line, const char *name) {
    char key[LONGEST];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : NULL;
}

// Copies a text in quotes; gives what stands behind it.
static const char *copy(const char *quoted, char text[LONGEST]) {
    size_t length = strcspn(quoted + 1, "\"");
    if (length >= LONGEST) return NULL;
    memcpy(text, quoted + 1, length);
    text[length] = '\0';
    return quoted[1 + length] == '"' ? quoted + length + 2 : NULL;
}

int field(const char *line, const char *name, char text[LONGEST]) {
    const char *value = after(line, name);
    return value && *value == '"' && copy(value, text) != NULL;
}

int read_turn(const char *line, struct turn *turn) {
    const char *place = after(line, "legal");
    turn->line = line;
    turn->count = 0;
    while (place && (*place == '[' || *place == ',') && place[1] == '"' && turn->count < MOST_ACTIONS) {
        place = copy(place + 1, turn->legal[turn->count]);
        if (place) turn->count++;
    }
    return turn->count > 0;
}
