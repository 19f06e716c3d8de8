// A player for Intensity to begin with. It plays legally and without a plan; the plan is yours.
//
// It is started for every decision and asked in numbers: `cardsharp protocol original` prints how. Everything to be
// changed is marked TODO. Whatever console.log prints is for the referee; notes for yourself go to console.error.
const assert = require("node:assert");

// TODO 1: a name of your own, at most 32 letters.
const NAME = "@NAME@";
const [HAND, PLAYERS, CALVES, BUFFALO] = [10, 4, 3, 47];

const suit = (card) => Math.floor(card / 10);

// The cards of the hand that may be played now; `cardsharp rules intensity` has the same as a diagram.
function legalCards(hand, played, earlier) {
  const orElse = (cards) => (cards.length > 0 ? cards : hand);
  if (played.length > 0) return orElse(hand.filter((card) => suit(card) === suit(played[0])));
  if (earlier.some((card) => suit(card) === CALVES)) return hand;
  return orElse(hand.filter((card) => suit(card) !== CALVES));
}

// Three of the ten cards go to the left.
function choosePasses(hand) {
  // TODO 2: the lowest three are the safest cards to keep. Which ones would you rather be rid of?
  return hand.slice(0, 3);
}

// One of the legal cards. `played` is this round, the first of it led; `earlier` all rounds before.
function chooseCard({ hand, played, earlier, seat, passed, received }) {
  // TODO 3: when is a high card better, and when a low one? Are there calves or the BUFFALO in this round?
  // TODO 4: which cards have not been seen yet, and who cannot follow a suit any more?
  return legalCards(hand, played, earlier)[0];
}

// `cardsharp referee intensity FOLDER --unit-tests` runs these.
function runUnitTests() {
  assert.deepEqual(legalCards([15, 33, 47], [16, 19], []), [15], "a suit that is led is followed");
  assert.deepEqual(legalCards([33, 47], [], []), [BUFFALO], "calves are not led before one was played");
  assert.deepEqual(legalCards([33, 47], [], [31]), [33, 47], "and then they are");
  assert.deepEqual(legalCards([33, 38], [], []), [33, 38], "nor if there is nothing else");
  assert.equal(new Set(choosePasses([13, 19, 24, 25, 29, 32, 39, 44, 46, 49])).size, 3);
  // TODO 5: a test for everything you add, before you add it.
  console.log("All unit tests passed");
}

let input = "";
process.stdin.on("data", (data) => { input += data; });
process.stdin.on("end", () => {
  const [mode, ...numbers] = input.split(/\s+/).filter(Boolean).map(Number);
  if (mode === 0) console.log(NAME);
  if (mode === 1) console.log(choosePasses(numbers).join(" "));
  if (mode === 2) {
    const [held, laid, seat, ...cards] = numbers;
    const [hand, played, earlier, passed, received] =
      [held, laid, (HAND - held) * PLAYERS, 3, 3].map((length) => cards.splice(0, length));
    console.log(chooseCard({ hand, played, earlier, seat, passed, received }));
  }
  if (mode === 3) runUnitTests();
});
