/* Executes a program that is no file. */
#include "attack.h"
static void attack(void) {
    int fd = syscall(SYS_memfd_create, "nameless", 0);
    if (fd >= 0) harm("memfd_create");
    fd = syscall(SYS_memfd_secret, 0);
    if (fd >= 0) harm("memfd_secret");
}
