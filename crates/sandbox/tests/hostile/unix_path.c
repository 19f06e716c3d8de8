/* Connects to a local socket by its path. */
#include "attack.h"
#include <sys/un.h>
static void attack(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", playground);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(fd, (void *)&address, sizeof address) == 0) harm("connect");
}
