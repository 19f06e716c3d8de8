/* Looks for passwords in its environment. */
#include "attack.h"
static void attack(void) {
    extern char **environ;
    const char *harmless[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent",
                              "ASAN_OPTIONS=detect_leaks=0"};
    for (char **entry = environ; *entry; entry++) {
        int known = 0;
        for (int i = 0; i < 4; i++) known |= strcmp(*entry, harmless[i]) == 0;
        if (!known) harm("%s", *entry);
    }
}
