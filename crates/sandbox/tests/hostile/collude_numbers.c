/* Reads numbers that the whole machine counts, and that a partner could drive up. */
#include "attack.h"
static void attack(void) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
        unsigned long long number[4];
        for (int option = 50; option < 90; option++) {
            socklen_t size = sizeof number;
            if (getsockopt(pair[0], SOL_SOCKET, option, number, &size) == 0) harm("socket option %d", option);
        }
    }
    /* Who sees no file need not see the numbers of pipes either. */
    if (access("/usr", F_OK) == 0) return;
    char status[512];
#ifdef SYS_fstat
    if (syscall(SYS_fstat, 0, status) == 0) harm("the number of a pipe");
#endif
}
