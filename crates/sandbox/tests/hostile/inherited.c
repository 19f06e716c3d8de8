/* Looks for descriptors that somebody forgot to close. */
#include "attack.h"
static void attack(void) {
    struct stat what;
    char text[100] = "";
    for (int fd = 3; fd < 4096; fd++) {
        if (fstat(fd, &what) == 0) harm("descriptor %d", fd);
        if (pread(fd, text, sizeof text - 1, 0) > 0) harm("%s", text);
    }
}
