/* Connects to a local socket that has a name but no path. */
#include "attack.h"
#include <stddef.h>
#include <sys/un.h>
static void attack(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%s", mark);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + length;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(fd, (void *)&address, size) == 0) harm("connect");
}
