/* Reads the same file by links, detours, folder descriptors, and descriptors of /proc. */
#include "attack.h"
static void try(int fd, const char *how) {
    char text[100] = "";
    if (fd >= 0 && read(fd, text, sizeof text - 1) > 0) harm("%s: %s", how, text);
}
static void attack(void) {
    char path[8192];
    try(open(in(playground, "link"), O_RDONLY), "a link");
    snprintf(path, sizeof path, "/usr/../%s/secret", playground);
    try(open(path, O_RDONLY), "a detour over /usr");
    snprintf(path, sizeof path, "/usr/lib/../../../../..%s/./secret", playground);
    try(open(path, O_RDONLY), "another detour");
    int folder = open(playground, O_PATH | O_DIRECTORY);
    try(openat(folder, "secret", O_RDONLY), "a folder's descriptor");
    int handle = open(in(playground, "secret"), O_PATH);
    snprintf(path, sizeof path, "/proc/self/fd/%d", handle);
    try(open(path, O_RDONLY), "a descriptor of /proc");
    try(openat(handle, "", O_RDONLY), "an empty name");
    if (chdir(playground) == 0) try(open("secret", O_RDONLY), "the current folder");
    if (fchdir(folder) == 0) try(open("secret", O_RDONLY), "the current folder by descriptor");
    snprintf(path, sizeof path, "/proc/%d/root%s/secret", victim, playground);
    try(open(path, O_RDONLY), "the victim's root");
    snprintf(path, sizeof path, "/proc/%d/cwd/secret", victim);
    try(open(path, O_RDONLY), "the victim's current folder");
}
