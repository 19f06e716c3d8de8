/* Starts one process where none is allowed: by fork, vfork, clone and clone3. */
#include "attack.h"
#include <linux/sched.h>
static void attack(void) {
    int child = fork();
    if (child == 0) _exit(0);
    if (child > 0) harm("fork");
#ifdef SYS_vfork
    child = syscall(SYS_vfork);
    if (child == 0) _exit(0);
    if (child > 0) harm("vfork");
#endif
    child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    if (child > 0) harm("clone");
    struct clone_args args = {.exit_signal = SIGCHLD};
    child = syscall(SYS_clone3, &args, sizeof args);
    if (child == 0) _exit(0);
    if (child > 0) harm("clone3");
}
