// What the plan must do: run it with `cc -o tests test_plan.c plan.c turn.c && ./tests`. The referee leaves files out
// that are called test…. Add a case before you add an idea.

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "plan.h"

// What the referee may say on your turn.
static const char *TURN = "@TURN_IN_C@";

int main(void) {
    static struct turn turn, only;
    assert(read_turn(TURN, &turn) && turn.count > 1);
    int choice = choose(&turn);
    assert(choice >= 0 && choice < turn.count);
    only.line = TURN;
    only.count = 1;
    strcpy(only.legal[0], turn.legal[turn.count - 1]);
    assert(choose(&only) == 0);
    printf("All tests passed\n");
    return 0;
}
