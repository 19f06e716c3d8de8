// What main.c, plan.c and test_plan.c share.

#define MOST_ACTIONS 1024
#define LONGEST 64

// TODO 1: a name of your own: letters, digits, spaces, ' _ and -, at most 32.
#define NAME "@NAME@"

// It is your turn.
struct turn {
    const char *line;                       // what the referee said, with all that your seat sees
    int count;                              // how many legal actions there are
    char legal[MOST_ACTIONS][LONGEST];      // such as "play 23", in ascending order
};

// Reads a line; 0 if there is no legal action in it.
int read_turn(const char *line, struct turn *turn);

// The text of a field in the line, such as `"top":"J♣"`; 0 where there is none, and nothing is written then.
int field(const char *line, const char *name, char text[LONGEST]);

// Which of the legal actions? Your plan.
int choose(const struct turn *turn);
