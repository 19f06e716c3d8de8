/* Asks for figures of the whole machine that a partner could change, and for means to change them. */
#include "attack.h"
#include <linux/filter.h>
#include <sched.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
static void attack(void) {
    struct sysinfo all;
    struct statfs disk;
    if (sysinfo(&all) == 0) harm("sysinfo");
    if (statfs("/usr", &disk) == 0 || statfs("/", &disk) == 0) harm("statfs");
    cpu_set_t processors;
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    if (sched_setaffinity(0, sizeof processors, &processors) == 0) harm("a processor of its choice");
    int pair[2], pipes[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
        struct sock_filter pass = {BPF_RET | BPF_K, 0, 0, ~0u};
        struct sock_fprog program = {1, &pass};
        int size = 1 << 20;
        if (setsockopt(pair[0], SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0) harm("a socket's filter");
        if (setsockopt(pair[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size) == 0) harm("a larger socket");
        if (send(pair[0], "!", 1, MSG_OOB) == 1) harm("a byte out of band");
        char control[CMSG_SPACE(sizeof(int))] = {0};
        struct iovec part = {"x", 1};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET, header->cmsg_type = SCM_RIGHTS, header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &pair[1], sizeof(int));
        if (sendmsg(pair[0], &message, 0) == 1) harm("a descriptor put away in a message");
    }
    if (pipe(pipes) == 0 && fcntl(pipes[0], F_SETPIPE_SZ, 1 << 20) > 0) harm("a larger pipe");
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED && madvise(page, 4096, MADV_MERGEABLE) == 0) harm("pages shared with whoever has the same");
}
