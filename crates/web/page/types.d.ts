// The JSON between server and page: what the server sends, what the page may ask.

export type Ink = "plain" | "red" | "green" | "blue" | "yellow" | "magenta" | "cyan" | "lightblue" | "purple" | "orange" | "pink" | "alarm";

/** What is printed on a card. */
export interface Face {
  /** The stable name of the card: "47", "10H", "G". */
  code: string;
  label: string;
  note: string;
  ink: Ink;
}

/** Hanamikoji: the cards on one side of a type. */
export interface Share {
  cards: number;
  leads: boolean;
}

/** A card on the table. */
export interface Laid {
  face: Face;
  below: string;
  dim: boolean;
  apart: boolean;
  shares?: { theirs: Share; yours: Share } | null;
}

export interface Heap {
  label: string;
  cards: Laid[];
}

/** What lies at a seat. */
export interface Place {
  backs: number;
  score: string;
  laid: Heap;
}

/** The table without one's own hand; places by seat. */
export interface Picture {
  headline: string;
  places: Place[];
  middle: Heap[];
}

/** Something that can be chosen. */
export interface Piece {
  look: { cards: Face[] } | { button: string };
  /** What may be typed for it. */
  codes: string[];
  /** Choosing it puts back another of the same group. */
  group: number | null;
  open: boolean;
  /** Why it is not open, in the game's words. */
  reason: string;
  words: string;
  /** The whole action, if this piece alone makes one. */
  action: string | null;
}

/** Pieces side by side, numbered through all rows. */
export interface Row {
  label: string;
  pieces: Piece[];
}

export interface Sitter {
  seat: number;
  name: string;
  kind: "person" | "player" | "program" | "free";
  words: string;
  present: boolean;
}

export interface LogLine {
  step: number;
  seat: number;
  words: string;
}

export interface Outcome {
  seat: number;
  place: number;
  words: string;
}

/** A table as one seat, or a watcher, sees it. */
export interface View {
  id: string;
  game: string;
  title: string;
  version: number;
  step: number;
  seat: number | null;
  sitters: Sitter[];
  begun: boolean;
  turn: number | null;
  over: boolean;
  picture: Picture;
  rows: Row[];
  prompt: string;
  log: LogLine[];
  last: { seat: number; words: string; cards: Face[] } | null;
  result: Outcome[] | null;
  kibitzer: boolean;
  listed: boolean;
  invite: string;
  /** The table at which the same people play again, once somebody asked for it. */
  next?: string | null;
}

export interface Game {
  name: string;
  title: string;
  seats: number;
  sentence: string;
  /** The gentlest first. */
  strengths: { spec: string; words: string }[];
  /** Who sits where unless one says otherwise: a spec, or "human". */
  usual: string[];
}

export interface TableLine {
  id: string;
  game: string;
  title: string;
  sitters: Sitter[];
  step: number;
  over: boolean;
  begun: boolean;
}

export type SeatWish =
  | { kind: "person"; name?: string }
  | { kind: "player"; spec: string }
  | { kind: "program"; program: string };

/** What is said of a program that was handed in. */
export interface HandedIn {
  program: string;
  name: string;
}

export interface Health {
  tables: number;
  watchers: number;
  thinking: number;
  /** Whether the house takes programs. */
  programs: boolean;
  version: string;
}

export interface TableWish {
  game: string;
  seats: SeatWish[];
  take: number | null;
  name?: string;
  seed?: number;
  kibitzer?: boolean;
  listed?: boolean;
}

export interface Seated {
  id: string;
  seat: number | null;
  token: string | null;
  view: View;
}

/** What chosen pieces come to, and what could be chosen next. */
export interface Choice {
  words: string;
  action: string | null;
  open: boolean[];
  reasons: string[];
}

export interface AdviceChoice {
  action: string;
  /** What becomes of it. */
  words: string;
  /** From 0 to 1, with its standard error. */
  value: number | null;
  error: number | null;
  tried: number;
  weight: number | null;
}

export interface Advice {
  step: number;
  judged: string;
  words: string[];
  choices: AdviceChoice[];
  beliefs: {
    kinds: { name: string; count: number }[];
    places: { name: string; seat: number | null }[];
    /** How likely a card of a kind is in a place: by kind, then by place. */
    chances: number[][];
  } | null;
}

export interface ReplayStep {
  step: number;
  seat: number | null;
  words: string;
  view: { picture: Picture; turn: number | null; rows: Row[] };
  /** The cards of the deed, where they were seen. */
  cards: Face[];
  /** By seat; empty where the hand is not seen. */
  hands: Face[][];
}

export interface Replay {
  game: string;
  title: string;
  names: string[];
  seed: number | string | null;
  steps: ReplayStep[];
  result: Outcome[] | null;
  record: string;
}

/** One decision looked at again. */
export interface Decision {
  step: number;
  seat: number;
  /** What it was worth, from 0 to 1, and what the best was. */
  value: number | null;
  best: number | null;
  /** 0 if within the noise. */
  lost: number;
  words: string;
  done: number;
  decisions: number;
}

export interface Problem {
  error: string;
  code: string;
}

export interface TournamentInfo {
  id: number;
  /** When it began, in universal time. */
  begun: string;
  game: string;
  /** "swiss", "round-robin" or "gauntlet". */
  format: string;
  rounds: number;
  games: number;
  /** How many of its games are over. */
  kept: number;
  /** How many take part. */
  entrants: number;
}

export interface Standing {
  place: number;
  /** Its number in the tournament. */
  entrant: number;
  name: string;
  /** Whether it only fills a seat. */
  is_house: boolean;
  games: number;
  points: number;
  /** Points a game, the mean over deals, with its standard error. */
  mean: number | null;
  error: number | null;
  /** By maximum likelihood, with its interval. */
  rating: number | null;
  low: number | null;
  high: number | null;
  faults: number;
}

export interface Tournament extends TournamentInfo {
  options: string;
  seed: number | null;
  deals: number;
  terms: string;
  /** The best first; house players last. */
  standings: Standing[];
  /** By entrant and entrant: the part of the meetings that the first finished ahead. */
  cross: (number | null)[][];
  /** By entrant: points after each round. */
  course: number[][];
}

export interface TournamentGames {
  from: number;
  total: number;
  games: {
    /** Its number in the database, as `/replay/game/N` takes it. */
    game: number;
    round: number;
    table: number;
    deal: number;
    seats: { entrant: number; name: string; returns: number; place: number; points: number; faults: number }[];
  }[];
}
