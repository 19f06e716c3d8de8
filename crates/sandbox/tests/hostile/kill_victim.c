/* Kills a process of the referee's, by every call that can. The return value proves nothing; the victim does. */
#include "attack.h"
static void attack(void) {
    kill(victim, SIGKILL);
    syscall(SYS_tkill, victim, SIGKILL);
    syscall(SYS_tgkill, victim, victim, SIGKILL);
    sigqueue(victim, SIGKILL, (union sigval){0});
    int fd = syscall(SYS_pidfd_open, victim, 0);
    if (fd >= 0) syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
    fcntl(0, F_SETOWN, victim);
    fcntl(0, F_SETSIG, SIGKILL);
}
