/* Calls the referee's TCP port, and opens one of its own. */
#include "attack.h"
#include <arpa/inet.h>
static void attack(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(tcp_port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) return;
    if (connect(fd, (void *)&address, sizeof address) == 0) harm("connect");
    address.sin_port = 0;
    fd = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(fd, (void *)&address, sizeof address) == 0 && listen(fd, 1) == 0) harm("listen");
}
