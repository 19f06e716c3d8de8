/* Opens sockets to the kernel and past it. */
#include "attack.h"
static void attack(void) {
    int families[] = {AF_INET6, AF_NETLINK, AF_PACKET, 38 /* AF_ALG */, 40 /* AF_VSOCK */, 44 /* AF_XDP */, AF_UNIX};
    int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            if (socket(families[f], types[t], 0) >= 0) harm("family %d, type %d", families[f], types[t]);
}
