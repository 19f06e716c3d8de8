/* Thinks for ever in many heads at once. */
#include "attack.h"
static void *think(void *nothing) { for (volatile int i = 0;; i++) {} return nothing; }
static void attack(void) {
    pthread_t thread;
    for (int i = 0; i < 8; i++) pthread_create(&thread, NULL, think, NULL);
    pause();
}
