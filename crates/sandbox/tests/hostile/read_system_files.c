/* Looks at who is here and what they have: accounts, homes, mail, the kernel's messages. */
#include "attack.h"
#include <dirent.h>
static void attack(void) {
    const char *files[] = {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/hosts", "/etc/ssh/sshd_config",
                           "/dev/kmsg", "/dev/mem", "/proc/kcore", "/proc/kallsyms", "/proc/self/environ",
                           "/proc/1/environ", "/proc/cpuinfo", "/proc/net/tcp", "/sys/kernel/notes"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (open(files[i], O_RDONLY) >= 0) harm("%s", files[i]);
    const char *folders[] = {"/root", "/home", "/var/mail", "/var/log", "/tmp", "/proc", "/sys", "/run", "/etc"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        DIR *folder = opendir(folders[i]);
        if (!folder) continue;
        /* Folders on the way to something that may be read are there, with nothing but that in them. */
        int entries = 0;
        for (struct dirent *entry; (entry = readdir(folder));) entries += entry->d_name[0] != '.';
        if (entries > (strcmp(folders[i], "/etc") ? 1 : 6)) harm("%s has %d entries", folders[i], entries);
        closedir(folder);
    }
}
