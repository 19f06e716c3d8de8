/* Executes a program on a kernel that seems to lack something: `lacking namespaces|landlock|both PROGRAM ARGUMENTS`. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define FLAGS BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]))
#define SAY(errno) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (errno))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define NAMESPACES (CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC)

static void install(struct sock_filter *filter, int length) {
    struct sock_fprog program = {length, filter};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) perror("seccomp");
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    struct sock_filter namespaces[] = {
        NUMBER,
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        SAY(ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_unshare, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        FLAGS,
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1),
        SAY(EPERM),
        ALLOW,
    };
    struct sock_filter landlock[] = {
        NUMBER,
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 0, 1),
        SAY(ENOSYS),
        ALLOW,
    };
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    int both = strcmp(argv[1], "both") == 0;
    if (both || strcmp(argv[1], "namespaces") == 0) install(namespaces, sizeof namespaces / sizeof *namespaces);
    if (both || strcmp(argv[1], "landlock") == 0) install(landlock, sizeof landlock / sizeof *landlock);
    execv(argv[2], argv + 2);
    perror(argv[2]);
    return 1;
}
