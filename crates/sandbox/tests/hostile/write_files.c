/* Leaves files wherever one might: here, in the playground, in the usual temporary places. */
#include "attack.h"
static void attack(void) {
    const char *folders[] = {".", playground, "/tmp", "/var/tmp", "/dev/shm", "/run", "/dev", "/usr", "/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        int fd = open(in(folders[i], mark), O_CREAT | O_WRONLY, 0666);
        if (fd >= 0) harm("a file in %s", folders[i]);
        if (mkdir(in(folders[i], mark), 0777) == 0) harm("a folder in %s", folders[i]);
        if (mknod(in(folders[i], mark), S_IFIFO | 0666, 0) == 0) harm("a pipe in %s", folders[i]);
        fd = open(folders[i], O_TMPFILE | O_RDWR, 0666);
        if (fd >= 0 && write(fd, "x", 1) == 1) harm("a nameless file in %s", folders[i]);
    }
}
