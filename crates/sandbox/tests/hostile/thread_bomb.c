/* Starts as many threads as it can, with stacks so small that memory does not stop it. */
#include "attack.h"
static void *wait_for_ever(void *nothing) { pause(); return nothing; }
static void attack(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    int started = 0;
    for (int i = 0; i < 5000; i++) {
        pthread_t thread;
        started += pthread_create(&thread, &small, wait_for_ever, NULL) == 0;
    }
    if (started == 0) harm("not even one thread: too strict");
    if (started > 1000) harm("%d threads", started);
}
