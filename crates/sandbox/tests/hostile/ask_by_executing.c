/* Asks whether files are there by trying to execute them. */
#include "attack.h"
static int answer(const char *path, int by_descriptor) {
    char *none[] = {NULL};
    if (by_descriptor) syscall(SYS_execveat, AT_FDCWD, path, none, none, AT_EMPTY_PATH);
    else execve(path, none, none);
    return errno;
}
static void attack(void) {
    for (int by_descriptor = 0; by_descriptor < 2; by_descriptor++)
        if (answer("/etc/passwd", by_descriptor) != answer("/etc/no-such-file", by_descriptor)) harm("way %d", by_descriptor);
}
