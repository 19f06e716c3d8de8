/* What every hostile program knows and how it tells what it achieved. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int victim;              /* a process of the referee's user */
static const char *playground;  /* a folder that anyone may write to; its file `secret` anyone may read */
static int tcp_port, udp_port;  /* where the referee listens */
static const char *mark;        /* a name for what an attack leaves behind, so that the test can find it */

/* The attack succeeded: the test fails. */
static inline void harm(const char *what, ...) {
    va_list list;
    va_start(list, what);
    printf("HARM: ");
    vprintf(what, list);
    printf("\n");
    fflush(stdout);
    va_end(list);
}

static inline const char *in(const char *folder, const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Refused as one would expect, not by accident. */
static inline int refused(long result) {
    return result == -1 && (errno == EPERM || errno == EACCES || errno == ENOSYS || errno == EROFS || errno == ENOENT);
}

static void attack(void);

int main(int argc, char **argv) {
    /* At a table nobody says what to attack: then the referee itself, and whatever is usual. */
    static char *usual[] = {"", NULL, "/tmp", "8000", "8000", "cardsharp-hostile"};
    if (argc < 6) argv = usual;
    victim = argv[1] ? atoi(argv[1]) : getppid();
    playground = argv[2];
    tcp_port = atoi(argv[3]);
    udp_port = atoi(argv[4]);
    mark = argv[5];
    attack();
    puts("tried");
    return 0;
}
