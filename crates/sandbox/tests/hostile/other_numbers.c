/* Makes a forbidden call by its number on the same machine's third interface. */
#include "attack.h"
static void attack(void) {
#ifdef __x86_64__
    if (syscall(0x40000000 | SYS_socket, AF_INET, SOCK_STREAM, 0) >= 0) harm("socket");
    int child = syscall(0x40000000 | SYS_fork);
    if (child == 0) _exit(0);
    if (child > 0) harm("fork");
#endif
}
