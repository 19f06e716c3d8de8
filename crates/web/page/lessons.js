// The rules of each game in a few pictures. A word between cards starts
// with "~", and "#" is a card face down.

/** @typedef {{ cards: string[], caption: string }} Lesson */

/** @type {Record<string, Lesson[]>} */
export const LESSONS = {
  intensity: [
    {
      cards: ["13", "26", "34", "41"],
      caption:
        "Four herds of ten cards: sheep 10–19, goats 20–29, calves 30–39, oxen 40–49. The first digit is the suit.",
    },
    {
      cards: ["47", "49", "39", "~→", "#", "#", "#"],
      caption: "Ten cards each. First give three of them to your left, before you see what comes from the right.",
    },
    {
      cards: ["22", "25", "28", "36"],
      caption:
        "Follow the herd that was led if you can. The highest card of it wins the round: here the 28, with a calf.",
    },
    {
      cards: ["30", "35", "39", "~+1", "47", "~+7"],
      caption: "Every calf you win is a penalty point, the buffalo 7. The fewest points win.",
    },
    {
      cards: ["33", "~✗"],
      caption: "No calf may be led until one was played in an earlier round, unless you have nothing else.",
    },
  ],
  hanamikoji: [
    {
      cards: ["A", "B", "C", "D", "E", "F", "G"],
      caption: "Seven types, worth as many points as they have cards: 2, 2, 2, 3, 3, 4 and 5.",
    },
    {
      cards: ["G", "~→", "#"],
      caption:
        "Draw a card, then use one of four actions, each only once. Secret: one card lies face down for your side.",
    },
    { cards: ["A", "B", "~→", "#", "#"], caption: "Burn: two cards are put away, face down, for nobody." },
    { cards: ["D", "F", "G", "~→ 1"], caption: "Gift: show three cards. The other takes one, two are yours." },
    {
      cards: ["A", "G", "~|", "F", "F"],
      caption: "Competition: show two pairs. The other takes one pair, you the other.",
    },
    {
      cards: ["F", "F", "~:", "F"],
      caption: "More cards of a type and it is yours. 11 points win; else four types; else more points.",
    },
  ],
  indigo: [
    {
      cards: ["5D", "11D", "13C", "5S"],
      caption: "Four cards lie open, the last on top. Six cards each; one card a turn.",
    },
    { cards: ["11S", "~→", "5S"], caption: "Play the suit or the rank of the top card and the whole pile is yours." },
    {
      cards: ["1C", "10D", "11H", "12S", "13C"],
      caption: "Captured aces, tens, jacks, queens and kings are a point each.",
    },
    {
      cards: ["8D", "~→", "13C"],
      caption: "What matches nothing becomes the new top card, and a chance for the other.",
    },
    {
      cards: ["2S", "7H", "9C", "~+3"],
      caption: "Four deals; then more captured cards bring 3 points more. Most of 23 points wins.",
    },
  ],
  "lucky-thirteen": [
    { cards: ["5H", "9D"], caption: "Two public cards lie in the middle; everybody has two private ones." },
    {
      cards: ["3C", "8S", "~+", "#", "~→", "3C"],
      caption: "Four rounds: draw a card, then discard one of your three, with a double click or Play.",
    },
    { cards: ["5S", "~+", "8C", "~= 13"], caption: "Reach 13 with both private cards …" },
    { cards: ["4S", "~+", "9D", "~= 13"], caption: "… with one private and one public card, or with all four." },
    {
      cards: ["8H", "~×3", "5C", "~×1"],
      caption:
        "The only 13 scores 100. Of several the worthiest wins: spades count 4-fold, hearts 3, diamonds 2, clubs 1, public cards 2.",
    },
  ],
};
