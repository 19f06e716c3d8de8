// A player for Intensity that speaks the original protocol: it is started for every decision,
// reads what is asked from standard input and prints its answer.
//
//     cardsharp referee intensity examples/intensity.c
//
// Its plan: pass the highest cards, play high while nothing is at stake, and duck otherwise.

#include <assert.h>
#include <stdio.h>

#define HAND 10
#define PLAYERS 4
#define PASSED 3
#define BUFFALO 47

static int suit(int card) { return card / 10; }
static int is_calf(int card) { return suit(card) == 3; }

// Reads this many cards; says whether they were all there.
static int read_cards(int cards[], int count) {
    for (int i = 0; i < count; i++) {
        if (scanf("%d", &cards[i]) != 1) return 0;
    }
    return 1;
}

static int contains_suit(const int cards[], int count, int wanted) {
    for (int i = 0; i < count; i++) {
        if (suit(cards[i]) == wanted) return 1;
    }
    return 0;
}

// May this card of the hand be played? A calf may be led once one was played in an earlier round,
// or if there is nothing else; who does not lead must follow suit if possible.
static int is_legal(int card, const int hand[], int held, const int round[], int played, int calves_broken) {
    if (played > 0) return suit(card) == suit(round[0]) || !contains_suit(hand, held, suit(round[0]));
    if (!is_calf(card) || calves_broken) return 1;
    for (int i = 0; i < held; i++) {
        if (!is_calf(hand[i])) return 0;
    }
    return 1;
}

// The card that wins the round so far.
static int winning_card(const int round[], int played) {
    int winner = round[0];
    for (int i = 1; i < played; i++) {
        if (suit(round[i]) == suit(winner) && round[i] > winner) winner = round[i];
    }
    return winner;
}

// How glad we are to play this card now: the larger, the better.
static int gladness(int card, const int round[], int played) {
    if (played == 0) return -(card % 10);                                      // lead low
    int winner = winning_card(round, played);
    if (suit(card) != suit(winner)) {                                          // get rid of something
        return card == BUFFALO ? 100 : is_calf(card) ? 50 + card % 10 : card % 10;
    }
    return card < winner ? 100 + card % 10 : -(card % 10);                     // duck, but barely
}

static int choose_card(const int hand[], int held, const int round[], int played, int calves_broken) {
    int best = -1;
    for (int i = 0; i < held; i++) {
        if (!is_legal(hand[i], hand, held, round, played, calves_broken)) continue;
        if (best < 0 || gladness(hand[i], round, played) > gladness(best, round, played)) best = hand[i];
    }
    return best;
}

static void play(void) {
    int held, played, position;
    int hand[HAND], round[PLAYERS], earlier[PLAYERS * HAND], passed[PASSED], received[PASSED];
    if (scanf("%d %d %d", &held, &played, &position) != 3) return;
    if (held < 1 || held > HAND || played < 0 || played >= PLAYERS) return;
    int rounds = HAND - held;
    if (!read_cards(hand, held) || !read_cards(round, played) || !read_cards(earlier, rounds * PLAYERS)) return;
    if (!read_cards(passed, PASSED) || !read_cards(received, PASSED)) return;
    int calves_broken = contains_suit(earlier, rounds * PLAYERS, 3);
    printf("%d\n", choose_card(hand, held, round, played, calves_broken));
}

// The hand is sorted, so the highest cards of it all are simply the last ones.
static void pass(void) {
    int hand[HAND];
    if (read_cards(hand, HAND)) printf("%d %d %d\n", hand[7], hand[8], hand[9]);
}

static void run_unit_tests(void) {
    int hand[] = {15, 33, 47}, led[] = {16, 19}, calves[] = {33, 38};
    assert(is_legal(15, hand, 3, led, 2, 0) && !is_legal(47, hand, 3, led, 2, 0));
    assert(!is_legal(33, hand, 3, led, 0, 0) && is_legal(33, hand, 3, led, 0, 1));
    assert(is_legal(33, calves, 2, led, 0, 0));
    assert(winning_card(led, 2) == 19);
    assert(choose_card(hand, 3, led, 2, 0) == 15);
    assert(choose_card(hand + 1, 2, led, 2, 0) == BUFFALO);
    printf("All unit tests passed\n");
}

int main(void) {
    int mode;
    if (scanf("%d", &mode) != 1) return 1;
    if (mode == 0) printf("Humble Herder\n");
    if (mode == 1) pass();
    if (mode == 2) play();
    if (mode == 3) run_unit_tests();
    return 0;
}
