/* Leaves shared memory, a queue and semaphores behind, which outlive every process. */
#include "attack.h"
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
static void attack(void) {
    if (shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0666) >= 0) harm("shared memory");
    if (msgget(IPC_PRIVATE, IPC_CREAT | 0666) >= 0) harm("message queue");
    if (semget(IPC_PRIVATE, 8, IPC_CREAT | 0666) >= 0) harm("semaphores");
    char name[300];
    snprintf(name, sizeof name, "/%s", mark);
    if (syscall(SYS_mq_open, name + 1, O_CREAT | O_RDWR, 0666, NULL) >= 0) harm("POSIX queue");
}
