/* Keeps a diary and asks another program, neither of which it may. */
#include "table.h"
int main(void) {
    read_request();
    if (mode == 0) { puts("Diarist"); return 0; }
    if (mode == 3) return 1;
    if (mode == 2) {
        FILE *diary = fopen("diary.txt", "a");
        if (diary) fclose(diary);
        if (system("true") == 0) fprintf(stderr, "there is a shell\n");
    }
    behave();
    return 0;
}
