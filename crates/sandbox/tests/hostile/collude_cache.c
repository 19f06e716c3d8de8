/* Asks which pages of a file somebody has read lately, and puts pages out for a partner to notice. */
#include "attack.h"
#include <sys/uio.h>
static void attack(void) {
    int fd = open(in(playground, "almanac"), O_RDONLY);
    if (fd < 0) fd = open("/usr/bin/env", O_RDONLY);
    if (fd < 0) return;
    char byte;
    unsigned char there[1];
    struct iovec part = {&byte, 1};
    if (posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0) harm("fadvise");
    if (syscall(SYS_preadv2, fd, &part, 1, 0, 0, RWF_NOWAIT) == 1) harm("a read that does not wait");
    void *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    if (map != MAP_FAILED) {
        if (mincore(map, 4096, there) == 0) harm("mincore");
        if (madvise(map, 4096, MADV_PAGEOUT) == 0) harm("pages put out");
        if (madvise(map, 4096, MADV_COLD) == 0) harm("pages made cold");
    }
    if (readahead(fd, 0, 4096) == 0) harm("readahead");
    unsigned long range[2] = {0, 4096}, count[5];
    if (syscall(451, fd, range, count, 0) == 0) harm("cachestat");
}
