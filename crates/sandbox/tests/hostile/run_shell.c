/* Has the shell write a file for it. */
#include "attack.h"
#include <spawn.h>
static void attack(void) {
    char line[5000];
    snprintf(line, sizeof line, "echo gotcha > %s/%s", playground, mark);
    if (system(line) == 0) harm("system");
    char *arguments[] = {"sh", "-c", line, NULL}, *nothing[] = {NULL};
    pid_t child;
    if (posix_spawn(&child, "/bin/sh", NULL, NULL, arguments, nothing) == 0) harm("posix_spawn");
    if (popen("true", "r") != NULL) harm("popen");
}
