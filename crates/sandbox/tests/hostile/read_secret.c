/* Reads a file of the referee's that anyone may read. */
#include "attack.h"
static void attack(void) {
    char text[100] = "";
    int fd = open(in(playground, "secret"), O_RDONLY);
    if (fd >= 0 && read(fd, text, sizeof text - 1) > 0) harm("%s", text);
}
