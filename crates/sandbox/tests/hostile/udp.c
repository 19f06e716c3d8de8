/* Sends the referee a datagram, as one would to leak the cards. */
#include "attack.h"
#include <arpa/inet.h>
static void attack(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(udp_port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (sendto(fd, "ace", 3, 0, (void *)&address, sizeof address) == 3) harm("sendto");
}
