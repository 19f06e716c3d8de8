/* Reads and writes the memory of other processes. "Bad address" would mean that only the address was wrong. */
#include "attack.h"
#include <sys/uio.h>
static void attack(void) {
    char byte;
    struct iovec mine = {&byte, 1}, theirs = {(void *)4096, 1};
    int pids[] = {victim, getppid(), 1};
    for (int i = 0; i < 3; i++) {
        if (process_vm_readv(pids[i], &mine, 1, &theirs, 1, 0) >= 0 || errno == EFAULT) harm("read %d", pids[i]);
        if (process_vm_writev(pids[i], &mine, 1, &theirs, 1, 0) >= 0 || errno == EFAULT) harm("write %d", pids[i]);
    }
}
