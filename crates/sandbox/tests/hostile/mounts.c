/* Changes the file system's shape, or leaves its cage. */
#include "attack.h"
#include <sys/mount.h>
static void attack(void) {
    if (!refused(mount("none", "/tmp", "tmpfs", 0, NULL))) harm("mount");
    if (!refused(mount("none", "/", NULL, MS_REMOUNT | MS_BIND, NULL))) harm("remount");
    if (!refused(umount2("/usr", MNT_DETACH))) harm("umount");
    if (!refused(chroot("."))) harm("chroot");
    if (!refused(syscall(SYS_pivot_root, ".", "."))) harm("pivot_root");
    if (!refused(syscall(SYS_fsopen, "tmpfs", 0))) harm("fsopen");
    if (!refused(syscall(SYS_open_tree, -100, "/", 1))) harm("open_tree");
    if (!refused(syscall(SYS_move_mount, -100, "/", -100, "/", 0))) harm("move_mount");
    if (!refused(syscall(SYS_name_to_handle_at, -100, "/", NULL, NULL, 0))) harm("name_to_handle_at");
    if (!refused(syscall(SYS_open_by_handle_at, -100, NULL, 0))) harm("open_by_handle_at");
}
