// The JSON between server and page, written by `cargo xtask bless` from the API's description.

/** An action. */
export interface Act {
  /** The action as the pieces and choices name it: `play 47`. */
  action: string;
  /** The version of the view that the action answers. */
  version: number;
}

/** The analysis of a position from one seat's view. */
export interface Advice {
  beliefs: Beliefs;
  /** The advice in one plain sentence; empty if the seat has nothing to do. */
  brief: string;
  /** The actions, the most valuable first and those without a value last; none if it is not this seat's turn. */
  choices: Judged[];
  /** How the actions were judged: `values`, `weights` or `choice`. */
  judged: string;
  step: number;
  /** The advice with its reasons, a sentence each. */
  words: string[];
}

/** The table where the same people play again. */
export interface Again {
  id: string;
}

/** A request for another game of the same people. */
export interface AnotherGame {
  /** Resets the count of games, even without a new match. */
  anew?: boolean;
  series?: Series | null;
}

/** The kind of question about a position. */
export type Asked = "play" | "card" | "place";

/** The belief about the unseen cards. */
export interface Beliefs {
  /** The probability of a card of each kind in each place. */
  chances: number[][];
  kinds: Kind[];
  places: Whereabouts[];
  /** The effective number of sampled worlds. */
  worlds: number;
}

/** A button. */
export interface Button {
  /** The number of cards to choose with it. */
  cards: number;
  /** Its action in a sentence, for newcomers. */
  explanation: string;
  /** The key that presses it, one of the codes of its piece. */
  key: string;
  /** Its text: "Gift". */
  label: string;
}

/** A cell in a table of suits and ranks, counted from 0. */
export interface Cell {
  rank: number;
  suit: number;
}

/** The champion's game with the same cards at the same seat. */
export interface ChampionsGame {
  place: number;
  /** The record's text, for a replay. */
  record: string;
  words: string;
}

/** Pieces, in the order they were chosen. */
export interface Chosen {
  chosen: number[];
}

/** The effect of clicking a card that is a whole action: it is played, or chosen until a double click. */
export type Click = "plays" | "chooses";

/** The clocks of a table. */
export interface Clocks {
  /** Milliseconds of free time before it runs, in a first decision. */
  free: number;
  /** Seconds added after every decision. */
  increment: number;
  /** Milliseconds left by seat; `null` where no person plays. */
  left: (number | null)[];
  /** The seat whose clock runs. */
  running: number | null;
}

/** A decision searched twice: once for a better choice, once for its price. */
export interface CoachedDecision {
  /** The kind of the better choice; the same if only the cards were wrong, or no choice was better. */
  better: string;
  /** The number of all decisions. */
  decisions: number;
  /** The number of decisions searched so far. */
  done: number;
  /** The standard error of the price; 0 if no choice was better. */
  error: number;
  /** The kind of choice that was made, by its name. */
  manner: string;
  /** The price in points, one for every opponent left behind; negative if the second search disagrees with the first. */
  price: number;
  /** The kind of decision, by its name. */
  situation: string;
  step: number;
}

/** The kinds of refusals, for programs. */
export type Code = "unknown-table" | "unknown-game" | "unknown-seat" | "unknown-page" | "seat-taken" | "not-your-seat" | "wrong-turn" | "stale" | "illegal" | "bad-program" | "bad-record" | "bad-request" | "too-large" | "too-many-tables" | "too-many-watchers" | "too-many-requests" | "not-allowed" | "not-over" | "busy";

/** A number with its unit. */
export interface Count {
  /** The unit, to follow the number: "penalty points". */
  label: string;
  /** The number; none if the label says it all. */
  number: number | null;
}

/** Whether an answer counted. */
export type Counted = "yes" | "before" | "many" | "nobody";

/** A game's deal of the day. */
export interface DailyInfo {
  game: string;
  /** The bots at the other seats, in words. */
  opponents: string;
  /** The number of finished games. */
  played: number;
  title: string;
}

/** The asker's own game. */
export interface DailyOwn {
  over: boolean;
  table: string;
}

/** The result of one player. */
export interface DailyResult {
  name: string;
  /** Whether this is the asker's own result. */
  own: boolean;
  place: number;
  /** The table of the game. */
  table: string;
  /** The result in words. */
  words: string;
}

/** The results of a day's deal. */
export interface DailyResults {
  day: string;
  game: string;
  own: DailyOwn | null;
  /** The number of finished games. */
  played: number;
  /** The best results. Empty during the day until the asker's own game is over. */
  results: DailyResult[];
  title: string;
}

/** The table at which the deal is played. */
export interface DailyTable {
  /** Whether this game counts; other games are practice. */
  counts: boolean;
  id: string;
  /** The seat that was taken; `null` if the game was begun before. */
  seat: number | null;
  /** The secret that holds the seat; sent only once. */
  token: string | null;
}

/** A request for the results of a day's deal. */
export interface DailyWish {
  /** The day; today if absent. */
  day?: string | null;
  /** The browser's secret. */
  token?: string | null;
}

/** The newest event. */
export interface Deed {
  /** Its public consequence, if any. */
  brought: string;
  /** Only the cards that the viewer saw. */
  cards: Face[];
  seat: number;
  words: string;
}

/** The end of a game in words, in one language. */
export interface Ending {
  /** The language, by its tag. */
  language: string;
  /** The result in words, by seat. */
  results: string[];
  /** The strength of the players, by seat; empty if it is unknown. */
  strengths: string[];
  /** Why the game ended. */
  why: string;
}

/** The face of a card. */
export interface Face {
  /** The card's code, the same everywhere: `10H`, `47`. */
  code: string;
  /** The colour. */
  ink: Ink;
  /** Rank and suit, at most three cells: `10♥`, `47`. */
  label: string;
  /** A short note of at most five cells: `2 pts`. */
  note: string;
  /** Spoken after its name for people who cannot see it; may be empty: `1 point`. */
  spoken: string;
}

/** A position as a seat or a watcher sees it: everything that depends on the cards. */
export interface Frame {
  click: Click;
  last: Deed | null;
  log: LogLine[];
  over: boolean;
  picture: Picture;
  /** The task of the viewer, or the reason to wait. */
  prompt: string;
  result: Placing[] | null;
  /** The pieces to choose from, the hand last; empty for watchers. */
  rows: Row[];
  /** The number of events of the record so far. */
  step: number;
  turn: number | null;
  /** Why the game ended; empty before. */
  why: string;
}

/** A game of the server. */
export interface GameInfo {
  /** Cards that represent it, by their codes. */
  cards: string[];
  /** The spec of a bot for beginners: pleasant to beat. */
  easy: string;
  /** Whether there is a first game of it in which the rules are taught. */
  guided: boolean;
  name: string;
  /** The word for a person in the game's own rules, if they have one. */
  person: string | null;
  /** The skills it needs. */
  pitch: string;
  /** Whether a property file may set up a table of it. */
  property_files: boolean;
  seats: number;
  /** The subject of the game in a sentence. */
  sentence: string;
  /** The bots, the weakest first. */
  strengths: Strength[];
  title: string;
  /** The default seats: a spec, or `human`. */
  usual: string[];
}

/** A seat that has given up, and how. */
export interface GaveUp {
  how: Surrender;
  seat: number;
}

/** A kind of choice or decision that the coach counts. */
export interface Habit {
  /** Its name, the same in every language: `leads the buffalo`. */
  name: string;
  /** Its name as the coach says it: `Leading the buffalo`. */
  words: string;
}

/** An uploaded program. */
export interface HandedIn {
  /** The program's own name. */
  name: string;
  /** The id by which a seat names it. */
  program: string;
}

/** The state of the server. */
export interface Health {
  /** Whether programs may be uploaded. */
  programs: boolean;
  /** Tables in memory. */
  tables: number;
  /** Decisions that run or wait. */
  thinking: number;
  version: string;
  /** Listeners with or without a seat. */
  watchers: number;
}

/** Cards side by side. */
export interface Heap {
  /** From left to right. */
  cards: Laid[];
  /** Their description. */
  label: string;
}

/** The colours of cards; each game gives them its own meaning. */
export type Ink = "plain" | "red" | "green" | "blue" | "yellow" | "magenta" | "cyan" | "lightblue" | "purple" | "orange" | "pink" | "alarm";

/** An action and its value. */
export interface Judged {
  /** The action as a request names it. */
  action: string;
  /** The standard error of the value. */
  error: number | null;
  /** The action as an order: `Play 47`. */
  order: string;
  /** The number of visits by a search. */
  tried: number;
  /** From 0 to 1. */
  value: number | null;
  /** The probability that a policy chooses it. */
  weight: number | null;
  /** Its consequence. */
  words: string;
}

/** Unseen cards that are equal. */
export interface Kind {
  cell: Cell | null;
  count: number;
  name: string;
}

/** A card on the table. */
export interface Laid {
  /** Whether there is a gap before it. */
  apart: boolean;
  /** A few cells under the card; a blank keeps the line free. */
  below: string;
  /** Whether it no longer counts. */
  dim: boolean;
  /** Its face. */
  face: Face;
  shares: Shares | null;
}

/** The layout of the cards: before the seats, one of which takes them (`trick`); on the sides of types (`board`); in the middle (`pile`); or public in the middle and discarded before the seats (`discards`). */
export type Layout = "trick" | "board" | "pile" | "discards";

/** A rule in a picture. */
export interface Lesson {
  /** The rule in words. */
  caption: string;
  /** From left to right. */
  shown: Shown[];
}

/** The receipt of an answer. */
export interface LineWish {
  receipt: string;
}

/** A public table. */
export interface Listed {
  begun: boolean;
  game: string;
  id: string;
  over: boolean;
  sitters: Sitter[];
  step: number;
  title: string;
}

/** The content of the lobby. */
export interface Lobby {
  games: GameInfo[];
  /** Whether programs may be uploaded. */
  programs: boolean;
  /** The public tables. */
  tables: Listed[];
}

/** An event of the log, as far as the viewer saw it. */
export interface LogLine {
  /** Its public consequence, if any. */
  brought: string;
  seat: number;
  /** The number of the event in the record, from 1. */
  step: number;
  words: string;
}

/** The look of a piece. */
export type Look = { cards: Face[] } | { button: Button };

/** An action that a seat may take once per game. */
export interface Mark {
  /** Its key. */
  key: string;
  /** Its name. */
  label: string;
  /** Whether the seat has taken it. */
  used: boolean;
}

/** The result between two entrants. */
export interface Met {
  /** The number of their games. */
  games: number;
  /** The part of them in which the first finished ahead, ties a half. */
  part: number;
}

/** A request for a new table. */
export interface NewTable {
  clock?: TimeControl | null;
  /** The game, as `GET /api/games` names it. */
  game: string;
  /** A first game in which the asker is taught the rules. The guide chooses seats and cards. */
  guided?: boolean;
  /** Whether the asker may request advice; only if one person plays. */
  kibitzer?: boolean;
  /** Whether the table is public. */
  listed?: boolean;
  /** The name of the person who asks. */
  name?: string | null;
  /** One entry for every seat; none for a guided game. */
  seats?: Seating[];
  /** The seed of the deal; random if absent. It reveals all cards, so at most one seat may be for a person then. */
  seed?: number | null;
  series?: Series | null;
  /** The seat the asker takes; `null` to watch. */
  take?: number | null;
}

/** A request for another puzzle. */
export interface NextPuzzle {
  rating?: ToldRating | null;
  /** The browser's secret: puzzles that it has answered do not come again. */
  token?: string | null;
}

/** An empty JSON body, which a form of another site cannot send. */
export type Nothing = Record<string, never>;

/** An open request, which all people who play must agree to. */
export interface OpenQuestion {
  /** The seat that asks. */
  by: number;
  /** The number by which an answer names it. */
  number: number;
  /** The seats that have not answered yet. */
  waits_for: number[];
  what: Request;
}

/** A part of the table: what one can choose from, or what lies in the middle. */
export type Part = "hand" | "middle";

/** The table without any hand. */
export interface Picture {
  /** The seat that has just captured the cards in the middle. */
  captured_by: number | null;
  headline: string;
  layout: Layout;
  middle: Heap[];
  /** By seat. */
  places: Place[];
  /** Whether the cards before the seats are a finished trick, left only to be seen. */
  trick_over: boolean;
}

/** A piece that can be chosen. */
export interface Piece {
  /** The whole action, if this piece alone makes one. */
  action: string | null;
  /** The codes that a person may type for the piece. */
  codes: string[];
  /** Choosing a piece replaces another chosen piece of the same group. */
  group: number | null;
  /** Its number among heaps that may look alike. */
  heap: number | null;
  look: Look;
  /** Whether it may be chosen now. */
  open: boolean;
  /** The reason why not, in the game's words. */
  reason: string;
  /** The effect of choosing it alone. */
  words: string;
}

/** The cards, score and marks of a seat. */
export interface Place {
  /** The number of cards in its hand. */
  backs: number;
  /** The open cards in front of it. */
  laid: Heap;
  /** The actions it may take once per game; empty in games without such actions. */
  marks: Mark[];
  /** The seat to which it passes cards, in games with passing. */
  passes_to: number | null;
  /** Its score, the most important count first: 3 points, 7 cards captured. */
  score: Count[];
}

/** The result of a seat. */
export interface Placing {
  /** The seat's count by the game's rules, such as points; `null` if the game was resigned before it was counted. */
  count: number | null;
  /** From 1; equal seats share a place. */
  place: number;
  seat: number;
  words: string;
}

/** A request to play the deal of the day. */
export interface PlayDaily {
  /** The name of the person who asks. */
  name?: string | null;
  /** The browser's secret: its first game with a day's deal counts. */
  token: string;
}

/** An answer to a puzzle. */
export interface PuzzleAnswer {
  /** The action, as the pieces and choices name it. */
  action?: string | null;
  /** The number of the option, from 0. */
  option?: number | null;
  rating?: ToldRating | null;
  /** The browser's secret: first answers count for the puzzle's rating. Without one the answer does not count. */
  token?: string | null;
}

/** A game continued by champions. */
export interface PuzzleLine {
  /** The record's text, for a replay. */
  record: string;
}

/** A puzzle's number. */
export interface PuzzleNumber {
  /** Whether all puzzles were answered before, this one included. */
  again: boolean;
  game: string;
  number: number;
}

/** A card in a place, as a choice. */
export interface PuzzleOption {
  /** The stable name of the card, by which it is drawn. */
  code: string;
  /** Whether the place is a hand. */
  hand: boolean;
  /** The place, in a word. */
  place: string;
  /** The seat of the place, if it belongs to one. */
  seat: number | null;
}

/** The solution of a puzzle, sent after the answer. */
export interface PuzzleSolution {
  /** The number of the choice that the best is compared with. */
  against: number | null;
  /** The probabilities of the options, in their order. */
  chances: ToldChance[];
  /** Whether this answer counted, and otherwise why not. */
  counted: Counted;
  /** The most points by place; 1 between two. */
  most: number;
  /** The puzzle's rating, and the numbers of tries and solutions. */
  puzzle: ToldRating;
  /** The number of questions about cards in this game, and how often the likeliest option was true. */
  questions: number;
  /** The reasons why the best choice is better than that one. */
  reasons: ToldReason[];
  /** Opens the champion's line at `…/line`. */
  receipt: string;
  right: boolean;
  solved: number;
  /** The solver's new rating. */
  solver: ToldRating;
  tries: number;
  /** Whether the likeliest option was true in this deal. */
  was_so: boolean | null;
  were_so: number;
  /** All choices, the best first; none if the question is about cards. */
  worths: ToldWorth[];
}

/** A position and a question about it, as the solver's seat sees it. */
export interface PuzzleView extends Frame {
  asked: Asked;
  game: string;
  number: number;
  /** The choices, if the question is about cards or places. */
  options: PuzzleOption[];
  /** The number of puzzles of the game. */
  puzzles: number;
  /** The solver's seat. */
  seat: number;
  sitters: Sitter[];
  title: string;
}

/** The puzzles of a game. */
export interface PuzzlesOf {
  game: string;
  /** The number of puzzles; they are numbered from 1. */
  puzzles: number;
  title: string;
}

/** A reviewed decision. */
export interface Reconsidered {
  /** The value of the best action. */
  best: number | null;
  /** The cards of the better action; none if nothing was lost. */
  better: Face[];
  /** The number of all decisions. */
  decisions: number;
  /** The number of decisions reviewed so far. */
  done: number;
  /** The loss; 0 if it is within the noise. */
  lost: number;
  seat: number;
  step: number;
  /** The value of the action, from 0 to 1. */
  value: number | null;
  /** The better action in words. */
  words: string;
}

/** A record as `GET /api/tables/{id}/record` returns it. Other text with the same beginning is refused with 422. */
export type RecordText = string;

/** The JSON of a refusal. */
export interface Refused {
  code: Code;
  /** The problem and its place, in one sentence. */
  error: string;
}

/** A game as a replay. */
export interface Replay {
  game: string;
  names: string[];
  /** The record's text. */
  record: string;
  /** `null` if the record ends before the game does. */
  result: Placing[] | null;
  seed: number | null;
  /** The first is the deal, before the first action. */
  steps: ReplayStep[];
  title: string;
  /** Why the game ended; empty if it did not. */
  why: string;
}

/** A step of a replay. */
export interface ReplayStep {
  /** Its public consequence, if any. */
  brought: string;
  /** The cards of the action, as far as they were seen. */
  cards: Face[];
  /** By seat; empty for seats that are not shown. */
  hands: Face[][];
  /** The seat that acted; `null` for the deal. */
  seat: number | null;
  step: number;
  view: Still;
  words: string;
}

/** An answer to an open request at the table. */
export interface Reply {
  /** Whether the seat agrees. The asker may only answer no, which withdraws the request. */
  agrees: boolean;
  /** The number of the request. */
  question: number;
}

/** A request to the other people. */
export type Request = "take-back" | "pause" | "resume";

/** Pieces side by side. Pieces are numbered through all rows. */
export interface Row {
  label: string;
  pieces: Piece[];
}

/** The rules of a game. */
export interface Rules {
  /** Safe to insert into a page: no script, no style, nothing from other servers. */
  html: string;
  /** The rules in pictures. */
  lessons: Lesson[];
  title: string;
}

/** A friendly phrase. */
export interface Say {
  /** The number of the phrase, from 0 to 7. */
  phrase: number;
}

/** The score of the match. */
export interface Score {
  /** Whether the match is over. */
  decided: boolean;
  /** All finished games. */
  games: number;
  series: Series | null;
  /** Games with a shared first place, which count for no seat. */
  shared: number;
  /** The seat that has won the match; `null` if it is drawn. */
  winner: number | null;
  /** Wins by seat; this game counts once it is over. All others win a game that a seat gives up. */
  won: number[];
}

/** The player for a seat. */
export type Seating = { kind: "person"; name?: string | null } | { kind: "player"; spec: string } | { kind: "program"; program: string };

/** The length of a match. */
export interface Series {
  /** The number of games: from 1 to 99. */
  games: number;
  kind: SeriesKind;
}

/** How a match is decided. */
export type SeriesKind = "first-to" | "best-of";

/** A table from a property file. */
export interface SetUp {
  /** Whether the asker may request advice; only if one person plays. */
  kibitzer?: boolean;
  /** Whether the table is public. */
  listed?: boolean;
  /** The name of the person who asks. */
  name?: string | null;
  /** The file, in Java's syntax: `players.0=Human`, `shared.initialcards=8H,9H`, … At most 16 KiB. */
  properties: string;
}

/** The cards on one side of a type. */
export interface Share {
  /** The number of cards. */
  cards: number;
  /** Whether it is more than on the other side. */
  leads: boolean;
}

/** The cards on both sides of a type. */
export interface Shares {
  /** The far side. */
  theirs: Share;
  /** The near side. */
  yours: Share;
}

/** A part of a picture. */
export type Shown = { card: string | null } | { sign: string };

/** A request to take a seat. */
export interface Sit {
  name?: string | null;
}

/** The player at a seat. */
export interface Sitter {
  /** For how many milliseconds a person has been away; `null` while present. */
  away: number | null;
  kind: SitterKind;
  name: string;
  /** Whether a client listens on this seat. */
  present: boolean;
  seat: number;
  /** Whether a bot plays for this person. */
  stand_in: boolean;
  /** The strength of a bot in a word, or the kind of a program. */
  strength: string;
  /** The same in plain words. */
  words: string;
}

/** The kind of a player at a seat. */
export type SitterKind = "person" | "player" | "program" | "free";

/** A friendly phrase from a seat. */
export interface Spoken {
  /** The number of the phrase. */
  phrase: number;
  seat: number;
}

/** Something on the table. */
export type Spot = { card: string } | { type: string } | { button: string } | { plate: number } | { laid: number } | { part: Part };

/** The standing of an entrant. */
export interface Standing {
  /** Its number in the tournament. */
  entrant: number;
  /** The standard error of the mean. */
  error: number | null;
  faults: number;
  games: number;
  high: number | null;
  /** Whether it only fills a seat. */
  is_house: boolean;
  low: number | null;
  /** Points per game, the mean over deals. */
  mean: number | null;
  name: string;
  place: number;
  points: number;
  /** By maximum likelihood, with its interval. */
  rating: number | null;
}

/** A position in a replay, where no seat acts. */
export interface Still {
  picture: Picture;
  rows: Row[];
  turn: number | null;
}

/** A bot in plain words. */
export interface Strength {
  /** Its habit. */
  habit: string;
  /** Its strength in a word or two. */
  name: string;
  spec: string;
  /** Strength and habit together. */
  words: string;
}

/** How a seat gives up a game. */
export type Surrender = "resigned" | "out-of-time";

/** A new table. */
export interface Taken {
  id: string;
  /** The seat that was taken, if any. */
  seat: number | null;
  /** The secret that holds the seat; sent only once. */
  token: string | null;
  view: View;
}

/** A seat that was taken. */
export interface TakenSeat {
  seat: number;
  /** The secret that holds the seat; sent only once. */
  token: string;
  view: View;
}

/** A remark of the teacher. */
export interface Taught {
  /** The places on the table it points at. */
  at: Spot[];
  kind: TaughtKind;
  /** The number of events of the record before the remark. */
  step: number;
  /** Its topic; a game has one rule or task for each topic. */
  topic: string;
  words: string;
}

/** How a speech is meant: to be read (`rule`), to be done (`task`), said in passing (`news`), or why the game ended as it did (`end`). */
export type TaughtKind = "rule" | "task" | "news" | "end";

/** The time of each seat for a game. */
export interface TimeControl {
  /** Seconds added after every decision: at most 180. */
  increment?: number;
  /** Minutes for all decisions together: from 1 to 180. */
  minutes: number;
}

/** The deals and the puzzle of today. */
export interface Today {
  /** The UTC day, as in `2026-11-16`. */
  day: string;
  games: DailyInfo[];
  /** Seconds until the next day. */
  left: number;
  puzzle: PuzzleNumber | null;
  yesterday: string;
}

/** The probability of an option. */
export interface ToldChance {
  chance: number;
  error: number;
  right: boolean;
  /** The probability if the other players' choices are ignored. */
  uniform: number;
}

/** The effect of the chosen pieces. */
export interface ToldChoice {
  /** The action, once enough pieces are chosen. */
  action: string | null;
  /** For each piece its heap in the action, from 1, if it is chosen and the action has several heaps. */
  heaps: (number | null)[];
  /** For each piece whether it may be chosen next. */
  open: boolean[];
  /** For each piece the reason why it may not be chosen. */
  reasons: string[];
  words: string;
}

/** A game of a tournament. */
export interface ToldGame {
  deal: number;
  /** Its number in the database, as `/api/replay/game/N` takes it. */
  game: number;
  round: number;
  seats: ToldSeat[];
  table: number;
}

/** Some games of a tournament. */
export interface ToldGames {
  from: number;
  games: ToldGame[];
  /** The number of games in all. */
  total: number;
}

/** A rating with its standard deviation. */
export interface ToldRating {
  /** Its standard deviation. */
  deviation: number;
  /** The rating. */
  rating: number;
}

/** A figure that distinguishes the best choice from another. */
export interface ToldReason {
  best: string;
  other: string;
  words: string;
}

/** The result of a game for a seat. */
export interface ToldSeat {
  entrant: number;
  faults: number;
  name: string;
  place: number;
  points: number;
  returns: number;
}

/** The value of a choice: for two seats in games won of a hundred, for four in points by place. */
export interface ToldWorth {
  action: string;
  /** The difference to the best choice, and its standard error. */
  cost: number;
  error: number;
  /** The kind of choice, to follow a name: "ducks". */
  manner: string;
  right: boolean;
  /** From 0 to 1. */
  value: number;
  /** In words, as advice: "Play 47". */
  words: string;
}

/** A tournament with its standings. */
export interface Tournament extends TournamentInfo {
  /** By entrant: points after each round. */
  course: number[][];
  /** By entrant and entrant: how often the first finished ahead; `null` if they never met. */
  cross: ((Met | null)[])[];
  deals: number;
  options: string;
  /** `null` until all games are played, because it determines every hand to come. */
  seed: number | null;
  /** The best first; house players last. */
  standings: Standing[];
  /** The protocol and resource limits of programs, in words. */
  terms: string;
}

/** A tournament in a list. */
export interface TournamentInfo {
  /** The UTC time of its beginning. */
  begun: string;
  entrants: number;
  /** The pairing: `swiss`, `round-robin` or `gauntlet`. */
  format: string;
  game: string;
  /** The number of all games. */
  games: number;
  id: number;
  /** The number of finished games. */
  kept: number;
  rounds: number;
  /** The title of the game. */
  title: string;
}

/** A table as a seat or a watcher sees it. */
export interface View extends Frame {
  asked: OpenQuestion | null;
  /** False while seats are free: the cards are dealt once all seats are taken. */
  begun: boolean;
  /** Whether this seat has a decision to take back. */
  can_take_back: boolean;
  clock: Clocks | null;
  /** The day, if this is a daily deal. */
  daily: string | null;
  game: string;
  /** The seats that have given up. */
  gave_up: GaveUp[];
  /** Whether this is a first game, in which the rules are taught. */
  guided: boolean;
  id: string;
  /** The path of the table, to send to friends. */
  invite: string;
  /** Whether this seat may request advice. */
  kibitzer: boolean;
  /** The teacher's remarks so far, for the person who is taught. */
  lessons: Taught[];
  listed: boolean;
  /** The table at which the same people play again, once a person has asked for it. */
  next: string | null;
  /** Milliseconds that a person to act may be away before others may let a bot play for them. */
  patience: number;
  paused: boolean;
  score: Score;
  /** The seat of the viewer; `null` for a watcher. */
  seat: number | null;
  sitters: Sitter[];
  /** The number of take-backs in this game. */
  taken_back: number;
  title: string;
  /** Grows with every change. */
  version: number;
}

/** A place where unseen cards may be. */
export interface Whereabouts {
  name: string;
  /** The seat that holds it, if it is a hand. */
  seat: number | null;
}
