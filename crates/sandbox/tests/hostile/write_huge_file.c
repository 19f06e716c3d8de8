/* Fills the disk through a file that anyone may write to. */
#include "attack.h"
static void attack(void) {
    static char block[1 << 20];
    int fd = open(in(playground, "open_to_all"), O_WRONLY | O_APPEND);
    if (fd < 0) return;
    harm("open");
    for (int i = 0; i < 64; i++) if (write(fd, block, sizeof block) <= 0) break;
    if (fallocate(fd, 0, 0, 1 << 30) == 0) harm("fallocate");
}
