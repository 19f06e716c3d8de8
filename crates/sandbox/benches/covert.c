/* One end of a channel between two programs that may not speak: covert HOW FILE, its bits on standard input.
 * Bits travel by what one does to the machine and the other can time: the processors, or the cache of files. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 4096 };
static char bits[MOST + 2];
static double slot;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

/* Counts until a moment: how often it got round tells how much of a processor it had. */
static double spin_until(double moment) {
    double rounds = 0;
    while (now() < moment) rounds++;
    return rounds;
}

static void sleep_until(double moment) {
    struct timespec time = {(time_t)moment, (long)((moment - (time_t)moment) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
}

static void *burn(void *start) {
    for (int i = 0; bits[i]; i++) {
        double end = *(double *)start + (i + 1) * slot;
        if (bits[i] == '1') spin_until(end); else sleep_until(end);
    }
    return NULL;
}

int main(int argc, char **argv) {
    /* "START SLOT LENGTH-OR-BITS" */
    double start;
    if (argc < 2 || scanf("%lf %lf %4096s", &start, &slot, bits) != 3) return 2;
    if (strcmp(argv[1], "burn") == 0) {
        pthread_t threads[8];
        for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, burn, &start);
        for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
        puts("sent");
    } else if (strcmp(argv[1], "count") == 0) {
        int length = atoi(bits);
        sleep_until(start);
        for (int i = 0; i < length; i++) printf("%.0f ", spin_until(start + (i + 1) * slot));
        puts("");
    } else {
        /* A page a mebibyte: what is read ahead beside it stays apart. */
        int fd = open(argv[2], O_RDONLY), length = strcmp(argv[1], "touch") == 0 ? (int)strlen(bits) : atoi(bits);
        if (fd < 0) return 1;
        for (int i = 0; i < length; i++) {
            char byte;
            double before = now();
            int wanted = strcmp(argv[1], "touch") != 0 || bits[i] == '1';
            if (wanted && pread(fd, &byte, 1, (off_t)i << 20) != 1) return 1;
            if (strcmp(argv[1], "touch") != 0) printf("%.0f ", (now() - before) * 1e9);
        }
        puts(strcmp(argv[1], "touch") == 0 ? "sent" : "");
    }
    return 0;
}
