/* Asks for the queue that makes system calls without making them. */
#include "attack.h"
static void attack(void) {
    char parameters[256] = {0};
    if (syscall(SYS_io_uring_setup, 4, parameters) >= 0) harm("io_uring");
    if (syscall(SYS_io_setup, 4, parameters) >= 0) harm("io_setup");
}
