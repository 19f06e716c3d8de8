/* Becomes somebody else, and somebody more powerful. */
#include "attack.h"
#include <grp.h>
#include <linux/capability.h>
static void attack(void) {
    if (getuid() == 0 || geteuid() == 0 || getgid() == 0) harm("is root already");
    if (setuid(0) == 0 || seteuid(0) == 0 || setreuid(0, 0) == 0 || setresuid(0, 0, 0) == 0) harm("setuid");
    if (setgid(0) == 0 || setregid(0, 0) == 0 || setresgid(0, 0, 0) == 0) harm("setgid");
    gid_t root = 0;
    if (setgroups(1, &root) == 0) harm("setgroups");
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0}};
    if (syscall(SYS_capget, &header, data) == 0 && (data[0].permitted | data[1].permitted | data[0].effective))
        harm("has capabilities %x", data[0].permitted);
    data[0] = data[1] = (struct __user_cap_data_struct){~0u, ~0u, ~0u};
    if (syscall(SYS_capset, &header, data) == 0) harm("capset");
    if (!prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)) harm("could gain privileges by executing");
}
