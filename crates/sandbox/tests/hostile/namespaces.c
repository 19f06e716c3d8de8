/* Makes namespaces of its own, in which it would be root. */
#include "attack.h"
#include <linux/sched.h>
#include <sched.h>
static void attack(void) {
    int flags[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (unshare(flags[i]) == 0) harm("unshare %x", flags[i]);
        int child = syscall(SYS_clone, flags[i] | SIGCHLD, 0, 0, 0, 0);
        if (child == 0) _exit(0);
        if (child > 0) harm("clone %x", flags[i]);
        struct clone_args args = {.flags = flags[i], .exit_signal = SIGCHLD};
        child = syscall(SYS_clone3, &args, sizeof args);
        if (child == 0) _exit(0);
        if (child > 0) harm("clone3 %x", flags[i]);
    }
    if (setns(0, 0) == 0 || !refused(-1)) harm("setns");
}
