/* Speaks to a partner by locks, leases and notices on a file that both can open. */
#include "attack.h"
#include <sys/file.h>
static void attack(void) {
    int fd = open(in(playground, "almanac"), O_RDONLY);
    if (fd < 0) fd = open("/usr/bin/env", O_RDONLY);
    if (fd < 0) return;
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 23, .l_len = 1};
    if (!refused(fcntl(fd, F_SETLK, &lock))) harm("a lock");
    if (!refused(fcntl(fd, F_GETLK, &lock))) harm("another's lock");
    lock.l_pid = 0;
    if (!refused(fcntl(fd, F_OFD_SETLK, &lock))) harm("a lock of the open file");
    if (!refused(flock(fd, LOCK_SH | LOCK_NB))) harm("flock");
    if (fcntl(fd, F_SETLEASE, F_RDLCK) == 0) harm("a lease");
    int folder = open("/usr", O_RDONLY | O_DIRECTORY);
    if (folder >= 0 && fcntl(folder, F_NOTIFY, DN_ACCESS) == 0) harm("a notice");
}
