// A player for Intensity to begin with. It plays legally and without a plan; the plan is yours.
// Everything to be changed is marked TODO, from the easiest to the hardest.
//
//     cardsharp protocol original                                        what it reads and prints
//     cardsharp referee intensity examples/intensity-starter.c           a game against Lulu, Morgan and Amy
//     cardsharp referee intensity examples/intensity-starter.c --unit-tests
//     cardsharp check intensity examples/intensity-starter.c             is it fit to play?
//
// examples/intensity.c is what such a program may look like in the end.

#include <assert.h>
#include <stdio.h>

#define HAND 10
#define PLAYERS 4
#define PASSED 3
#define CALVES 3
#define BUFFALO 47

/* TODO 1: your own name, at most 32 letters. */
#define NAME "Eager Starter"

// What is known when a card is to be played.
struct position {
    int held, hand[HAND];                   // your cards, in ascending order
    int played, round[PLAYERS];             // this round's cards, the first of them led
    int past, earlier[PLAYERS * HAND];      // the cards of all earlier rounds, as they were played
    int seat;                               // your table position
    int passed[PASSED], received[PASSED];   // what you gave to the left, and got from the right
};

static int suit(int card) { return card / 10; }

static int contains_suit(const int cards[], int count, int wanted) {
    for (int i = 0; i < count; i++) {
        if (suit(cards[i]) == wanted) return 1;
    }
    return 0;
}

static int has_only_calves(const int cards[], int count) {
    for (int i = 0; i < count; i++) {
        if (suit(cards[i]) != CALVES) return 0;
    }
    return 1;
}

// May this card of the hand be played now? `cardsharp rules intensity` has the same as a diagram.
static int is_legal(int card, const struct position *now) {
    if (now->played > 0) {
        int led = suit(now->round[0]);
        return suit(card) == led || !contains_suit(now->hand, now->held, led);
    }
    return suit(card) != CALVES || contains_suit(now->earlier, now->past, CALVES) ||
           has_only_calves(now->hand, now->held);
}

// Which three of these ten cards go to the left?
static void choose_passes(const int hand[HAND], int passes[PASSED]) {
    /* TODO 2: the lowest three are the safest cards to keep. Which ones would you rather be rid of? */
    for (int i = 0; i < PASSED; i++) passes[i] = hand[i];
}

// Which legal card is to be played?
static int choose_card(const struct position *now) {
    /* TODO 3: this takes the first legal card. When is a high card better, and when a low one?
       Who wins the round so far, and are there calves or the BUFFALO in it? */
    for (int i = 0; i < now->held; i++) {
        if (is_legal(now->hand[i], now)) return now->hand[i];
    }
    /* TODO 4: which cards have not been seen yet (now->earlier), and who cannot follow a suit any more? */
    return now->hand[0];
}

// How it is tested: each function gets positions whose answer is known, the rare ones first. Then
// `cardsharp check` tries the whole program in a few hundred positions, and `referee --strict` stops a
// game at the first fault and shows it.
static void run_unit_tests(void) {
    struct position follow = {.held = 3, .hand = {15, 33, 47}, .played = 2, .round = {16, 19}};
    assert(is_legal(15, &follow) && !is_legal(33, &follow) && !is_legal(47, &follow));
    assert(choose_card(&follow) == 15);
    struct position lead = {.held = 2, .hand = {33, 47}};
    assert(!is_legal(33, &lead) && is_legal(BUFFALO, &lead));
    struct position calves = {.held = 2, .hand = {33, 38}};
    assert(is_legal(33, &calves));
    int hand[HAND] = {13, 19, 24, 25, 29, 32, 39, 44, 46, 49}, passes[PASSED];
    choose_passes(hand, passes);
    assert(passes[0] != passes[1] && passes[1] != passes[2] && passes[0] != passes[2]);
    /* TODO 5: a test for everything you add, before you add it. */
    printf("All unit tests passed\n");
}

// Nothing below needs to be changed.

static int read_cards(int cards[], int count) {
    for (int i = 0; i < count; i++) {
        if (scanf("%d", &cards[i]) != 1) return 0;
    }
    return 1;
}

static int read_position(struct position *now) {
    if (scanf("%d %d %d", &now->held, &now->played, &now->seat) != 3) return 0;
    if (now->held < 1 || now->held > HAND || now->played < 0 || now->played >= PLAYERS) return 0;
    now->past = (HAND - now->held) * PLAYERS;
    return read_cards(now->hand, now->held) && read_cards(now->round, now->played) &&
           read_cards(now->earlier, now->past) && read_cards(now->passed, PASSED) &&
           read_cards(now->received, PASSED);
}

int main(void) {
    int mode, hand[HAND], passes[PASSED];
    struct position now = {0};
    if (scanf("%d", &mode) != 1) return 1;
    if (mode == 0) printf(NAME "\n");
    if (mode == 1 && read_cards(hand, HAND)) {
        choose_passes(hand, passes);
        printf("%d %d %d\n", passes[0], passes[1], passes[2]);
    }
    if (mode == 2 && read_position(&now)) printf("%d\n", choose_card(&now));
    if (mode == 3) run_unit_tests();
    return 0;
}
