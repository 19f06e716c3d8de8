/* Undoes what would kill it together with the one who started it. */
#include "attack.h"
static void attack(void) {
    if (prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0) == 0) harm("PDEATHSIG");
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0) harm("subreaper");
    if (prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0) harm("dumpable");
    if (prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0) harm("new privileges");
    if (prctl(PR_SET_PTRACER, -1, 0, 0, 0) == 0) harm("ptracer");
}
