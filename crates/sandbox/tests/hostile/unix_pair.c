/* Makes a pair of datagram sockets, which may be made without being sockets of anyone, and sends to a third. */
#include "attack.h"
#include <stddef.h>
#include <sys/un.h>
static void attack(void) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) < 0 && socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) < 0) return;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%s-datagram", mark);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + length;
    if (sendto(pair[0], "ace", 3, 0, (void *)&address, size) == 3) harm("sendto");
}
