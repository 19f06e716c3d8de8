/* Changes what is there: content, name, mode, owner, times, size. */
#include "attack.h"
#include <sys/xattr.h>
#include <utime.h>
static void attack(void) {
    char secret[4096], other[4096];
    strcpy(secret, in(playground, "open_to_all"));
    strcpy(other, in(playground, mark));
    if (open(secret, O_WRONLY) >= 0) harm("open for writing");
    if (open(secret, O_RDONLY | O_TRUNC) >= 0) harm("open with truncation");
    if (truncate(secret, 0) == 0) harm("truncate");
    if (chmod(secret, 0) == 0) harm("chmod");
    if (chown(secret, getuid(), getgid()) == 0) harm("chown");
    if (utime(secret, NULL) == 0) harm("utime");
    if (setxattr(secret, "user.gotcha", "x", 1, 0) == 0) harm("setxattr");
    if (link(secret, other) == 0) harm("link");
    if (symlink(secret, other) == 0) harm("symlink");
    if (rename(secret, other) == 0) harm("rename");
    if (unlink(secret) == 0) harm("unlink");
    if (rmdir(playground) == 0) harm("rmdir");
}
