/* Closes every descriptor there can be, opens others in their place, and leaves. */
#include "attack.h"
static void attack(void) {
    for (int fd = 3; fd < 1024; fd++) close(fd);
    syscall(SYS_close_range, 3, ~0u, 0);
    for (int i = 0; i < 20; i++) open("/dev/null", O_RDWR);
    for (int fd = 3; fd < 20; fd++) (void)!write(fd, "junk", 4);
}
