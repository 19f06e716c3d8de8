/* Speaks to parts of the kernel where a card player has no business. */
#include "attack.h"
#define TRY(...) do { if (!refused(syscall(__VA_ARGS__))) harm("%s", #__VA_ARGS__); } while (0)
static void attack(void) {
    char junk[256] = {0};
    TRY(SYS_bpf, 0, junk, sizeof junk);
    TRY(SYS_perf_event_open, junk, 0, -1, -1, 0);
    TRY(SYS_add_key, "user", "gotcha", "x", 1, -3);
    TRY(SYS_keyctl, 0, -3, 1);
    TRY(SYS_request_key, "user", "gotcha", NULL, 0);
    TRY(SYS_init_module, junk, 1, "");
    TRY(SYS_delete_module, "none", 0);
    TRY(SYS_kexec_load, 0, 0, NULL, 0);
    TRY(SYS_reboot, 0, 0, 0, NULL);
    TRY(SYS_swapon, "/dev/null", 0);
    TRY(SYS_sethostname, "gotcha", 6);
    TRY(SYS_settimeofday, junk, NULL);
    TRY(SYS_clock_settime, 0, junk);
    TRY(SYS_adjtimex, junk);
    TRY(SYS_userfaultfd, 0);
    TRY(SYS_syslog, 3, junk, sizeof junk);
    TRY(SYS_acct, NULL);
    TRY(SYS_kcmp, getpid(), victim, 0, 0, 0);
    TRY(SYS_fanotify_init, 0, 0);
    TRY(SYS_inotify_init1, 0);
    TRY(SYS_seccomp, 0, 0, NULL);
    TRY(SYS_setpriority, 0, victim, 19);
    TRY(SYS_sched_setscheduler, 0, 1, junk);
    TRY(SYS_ioprio_set, 1, victim, 0);
    TRY(SYS_migrate_pages, victim, 0, junk, junk);
    TRY(SYS_pidfd_getfd, 0, 0, 0);
    TRY(SYS_vhangup);
}
