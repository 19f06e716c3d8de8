// Your plan for @TITLE@: which of the legal actions to choose. `cardsharp rules @GAME@` has the rules. Whatever is
// printed goes to the referee; notes for yourself go to stderr: fprintf(stderr, "…\n").

#include <stdlib.h>
#include <string.h>

#include "plan.h"

@IDEA@
