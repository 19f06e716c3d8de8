/* Takes hold of other processes as a debugger would. */
#include "attack.h"
#include <sys/ptrace.h>
static void attack(void) {
    int pids[] = {victim, getppid(), 1};
    for (int i = 0; i < 3; i++) {
        if (ptrace(PTRACE_ATTACH, pids[i], NULL, NULL) == 0) harm("attach to %d", pids[i]);
        if (ptrace(PTRACE_SEIZE, pids[i], NULL, NULL) == 0) harm("seize %d", pids[i]);
    }
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) harm("be traced");
}
