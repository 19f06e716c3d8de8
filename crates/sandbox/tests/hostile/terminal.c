/* Types into the terminal of whoever started it. */
#include "attack.h"
#include <sys/ioctl.h>
static void attack(void) {
    if (open("/dev/tty", O_RDWR) >= 0) harm("/dev/tty");
    if (open("/dev/ptmx", O_RDWR) >= 0) harm("/dev/ptmx");
    for (int fd = 0; fd < 3; fd++)
        if (ioctl(fd, TIOCSTI, "x") == 0 || errno != ENOSYS) harm("TIOCSTI");
}
