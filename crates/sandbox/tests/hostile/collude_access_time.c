/* Reads a file so that a partner sees when it was last read. The test has made that long ago. */
#include "attack.h"
static void attack(void) {
    struct stat before, after;
    char buffer[64];
    int fd = open(in(playground, "almanac"), O_RDONLY);
    if (fd < 0 || fstat(fd, &before)) return;
    if (read(fd, buffer, sizeof buffer) < 1 || fstat(fd, &after)) return;
    if (before.st_atim.tv_sec != after.st_atim.tv_sec) harm("the time of the last access");
}
