/** What the page fetches from the server beside the messages (docs/protocol.md): maps, cases, charts, battles. */
import type { BoardListed } from "./boards";
import type { WindowRow } from "./orders";
import type { Seat, Unit } from "./protocol";

export interface Geometry {
  /** From one hexside to the opposite one. */
  size: number;
  width: number;
  height: number;
  /** What to show first: left, top, width, height. */
  view: [number, number, number, number];
  hexes: Record<string, [number, number]>;
  corners: [number, number][];
  /** What lies in each hex, in words. */
  ground?: Record<string, string>;
  /** What lies between a hex and its neighbour, in words, where there is anything. */
  sides?: Record<string, Record<string, string>>;
}

export interface RuleCase {
  id: string;
  title: string;
  requirement: string;
  kind: string;
  book: string;
  rulings: Reading[];
  /** What the other books of its family say in its place. */
  beside?: BesideCase[];
}

/** A case of another book beside the one that is open. */
export interface BesideCase {
  id: string;
  title: string;
  requirement: string;
  book: string;
  /** "same", "differs", or "game" where that book leaves it to each game. */
  relation: string;
  /** How it differs. */
  note: string;
}

/** A book by which a battle may be played. */
export interface BookListed {
  /** Of the option. */
  value: string;
  title: string;
  words: string;
  /** The battle's own. */
  own: boolean;
  /** What is otherwise than by the battle's own book, and how that has it. */
  changes: { heading: string; text: string; instead: string; cite: string }[];
}

/** How the program reads a place where the rulebook leaves something open. */
export interface Reading {
  /** The numbers that it is about. */
  cite: string;
  gap: string;
  reading: string;
}

/** A book of rules: its chapters, and the cases that a search found in it. */
export interface CaseList {
  book: string;
  /** All that can be asked for. */
  books?: string[];
  /** A part that has letters in place of a number has none. */
  chapters: { id: string; number: number | null; title: string; cases: number }[];
  cases: Omit<RuleCase, "rulings" | "beside">[];
  rulings: Reading[];
  /** How many there are, also beyond those listed. */
  found: number;
}

export interface Option {
  type: string;
  default: unknown;
  title: string;
  cite: string;
  values?: unknown[];
  /** Values that name a book, as a player chooses them. */
  words?: Record<string, string>;
}

export interface Assets {
  board: string;
  /** The key to its ground and signs. */
  key?: string;
  geometry: string;
  charts: string;
  chits?: string;
  /** A picture for a list of battles. */
  card?: string;
}

/** The printed tables of a battle. */
export interface ChartBook {
  charts: Record<string, Record<string, string>[]>;
  /** As printed; the keys of a row would put numbers first. */
  columns: Record<string, string[]>;
  /** What the battle's pack says about them. */
  words?: Record<string, { title: string; explained: string; boxes?: string }>;
}

/** What each Event chit of a battle does. */
export type ChitTexts = Record<string, string>[];

export interface BattleListed {
  id: string;
  pack?: string;
  /** What of it is an owner's own. */
  owned?: { words: string } | null;
  /** By which edition of its pack, with which errata, it is played, and whether a game can be made without these. */
  printing?: string;
  errata?: boolean;
  title: string;
  about: string;
  /** The battle of which it is a part or the whole, and its day; "" where the pack does not say. */
  battle: string;
  date: string;
  /** The hour of the first and of the last turn. */
  clock: [string, string];
  turns: number;
  units: number;
  /** How long a game lasts, roughly; 0 where nobody has said. */
  minutes: number;
  advice: string;
  seats: Seat[];
  /** What each side has to do, in a few words; "" where nobody has said. */
  tasks?: Record<Seat, string>;
  options: Record<string, Option>;
  assets: Assets;
  /** The guided first game of it, where there is one. */
  lesson?: LessonListed | null;
}

/** Some battles under one title and one picture. */
export interface CardListed {
  title: string;
  day: string;
  about: string;
  battles: string[];
  /** Its address, "" for none. */
  picture: string;
  /** By what its family of rules is known; `sign`: "disc", "hexagon", "star". */
  badge: { word: string; sign: string };
}

/** A counter in a picture of a position. */
export type Placed = Pick<Unit, "id" | "side" | "hex" | "layer" | "heading" | "numbers" | "face">;

/** A battle as it begins. */
export interface Opening {
  units: Placed[];
  /** The picture of a counter that may stand for each side. */
  sides: Record<Seat, string>;
  /** What the computer may lead of each side, and the moments at which it may answer. */
  formations?: Record<Seat, string[]>;
  windows?: { name: string; title: string }[];
}

/** A game as it stands, as far as a picture of it goes. */
export interface Scene {
  units: Placed[];
  turn: number | null;
  turns: { first: number; last: number } | null;
  clock: string;
  /** What this browser is to answer. */
  asked: { seat: Seat; prompt: string; about: string[]; hexes: string[] } | null;
}

export interface BattleList {
  battles: BattleListed[];
  cards: CardListed[];
  commanders: string[];
  /** Battles that cannot be played because a file of their pack, or of an owner's, cannot be read. */
  broken?: { id: string; error: string }[];
  /** Battles whose guided first game cannot be read. */
  untaught?: { id: string; error: string }[];
  /** Whether who asks may type his own printed values in. */
  own?: boolean;
  /** Whether seats may be offered to anybody who comes. */
  lobby?: boolean;
  /** Whether people may have an account. */
  accounts?: boolean;
  /** Whether pairs of games may be rated. */
  ratings?: boolean;
  /** "accounts" where only who has entered one makes games. */
  makers?: string;
  /** The start page as people at other machines reach it, told who asks at the machine itself. */
  elsewhere?: string;
}

/** A key for somebody who looks on at a game. */
export interface Invited {
  game: string;
  key: string;
  url: string;
  /** Seconds by which it is shown later than it happens. */
  late?: number;
}

export interface Summary {
  game: string;
  battle: string;
  title: string;
  seats: Seat[];
  hotseat: boolean;
  /** In what ways one can be told that one is asked. */
  tells?: string[];
  computers: Record<Seat, string>;
  /** What may be said of a unit that is set by agreement, besides its hex: the words there are, none where it is a number. */
  settable?: Record<string, string[]>;
  practice: boolean;
  over: boolean;
  /** Seconds at the most until anybody may see its end without a key, since somebody looks on later. */
  withheld?: number;
  options?: Record<string, unknown>;
  open_hands?: boolean;
  /** It is one of a rated pair. */
  rated?: boolean;
  /** A slip that told nothing is taken back without asking. */
  slips?: boolean;
  outcome?: { winner: Seat | null; level: string } | null;
  /** "open" or "drawn" where one person plays both sides. */
  hands?: string;
  /** "seeded", "pressed" or "real". */
  dice?: string;
  /** Dice may be taken back without asking anybody. */
  free_undo?: boolean;
  /** Of whom an answer is waited for, and the turn. */
  waiting?: Seat[];
  turn?: number | null;
  /** The views of the whole board that the game has. */
  boards?: BoardListed[];
  assets: Assets;
  /** By what the values of the game are asked for that are no longer the present ones of its battle; "" where they are. */
  edition?: string;
  /** What of the battle is an owner's own, the house rules by which it is played, and the counters with made-up values. */
  owned?: { words: string } | null;
  house?: string[];
  printing?: string;
  made_up?: string[];
  /** What standing orders may answer. */
  windows?: WindowRow[];
  /** What of each side may be handed over to the computer. */
  formations?: Record<Seat, string[]>;
  /** The entry of another game after which this one begins, and whether what its side could not know was dealt anew. */
  branched?: { n: number; imagined: boolean } | null;
  /** What may be told at the first question of each kind. */
  guide?: Hint[];
  /** The guided first game that it is, where it is one. */
  lesson?: Lesson | null;
  /** The words of the book, and what they mean. */
  terms?: Term[];
}

/** A word of the book. */
export interface Term {
  term: string;
  /** In what other forms it stands in texts. */
  forms: string[];
  text: string;
  cite: string;
}

/** Something that can be seen to happen (docs/packs.md, A guided first game). */
export interface Deed {
  /** Kinds of line in the log, of this seat, with one of these words, at one of these hexes. */
  log?: string[];
  seat?: string;
  says?: string[];
  hexes?: string[];
  /** Or a question of one of these kinds is asked. */
  asked?: string[];
  /** Or one of these drawers or sheets is open, "*" for any. */
  leaf?: string[];
}

/** One thing to learn. */
export interface LessonStep {
  id: string;
  title: string;
  text: string;
  cite?: string;
  /** It is told while one of these is asked, in these turns, once something has happened; else at once. */
  asked?: string[];
  turns?: number[];
  after?: Deed | null;
  /** Words of a note on an answer that say it would be in vain now, and what is told in its place. */
  vain?: string;
  instead?: string;
  /** What is told in place of its text at some of its questions. */
  later?: { asked: string[]; text: string }[];
  /** What it waits for; without it, until it has been read. */
  until?: Deed | null;
  wrong?: { when: Deed; text: string }[];
  well?: string;
  wait?: string;
  missed?: string;
  /** What to point at: hexes, units, and a drawer by its name or "card". */
  hexes?: string[];
  units?: string[];
  part?: string;
}

/** What the start page says of a guided first game. */
export interface LessonListed {
  title: string;
  about: string;
  minutes: number;
  order: number;
  seat: Seat;
  /** The turn with which it ends. */
  turns: number;
}

export interface Lesson extends LessonListed {
  /** Told at the end. */
  end: string;
  steps: LessonStep[];
}

/** A few words for who plays for the first time. */
export interface Hint {
  /** The kind of question that it is for. */
  kind: string;
  title: string;
  text: string;
  /** The case that it is about, "" for none. */
  cite: string;
}

export interface Made {
  game: string;
  keys: Record<string, string>;
  url: string;
}
