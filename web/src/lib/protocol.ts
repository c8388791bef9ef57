/** The messages of docs/protocol.md, as far as the page reads them. */
import type { Clocks } from "./clocks";
import type { Section } from "./moment";
import type { BeatNow, SeatOrders, Standing } from "./orders";

export type Seat = string;

export interface Unit {
  id: string;
  name: string;
  side: string;
  top: string;
  brigade: string | null;
  division: string | null;
  arm: string;
  symbol: string;
  /** As printed on the side that is up: strength, weapon, cohesion. */
  numbers: string[];
  /** The same as they count now. */
  now: string[];
  pale: boolean;
  marks: string[];
  states: string[];
  /** What holds for it, in words: why it may not move, and until when. */
  notes?: string[];
  /** Hash of its picture. */
  face?: string;
  /** The other side of its counter, where it has one. */
  back?: { numbers: string[]; face: string };
  facing: string | null;
  /** Its front in degrees, clockwise from the top of the board; without one it has none. */
  heading?: number | null;
  /** Its place in the stack of its hex, 0 on top; null below all that have one. */
  layer?: number | null;
  hex: string | null;
  place: string | null;
  /** The place in words, with when the unit may come back from it. */
  where?: string | null;
}

export interface Brigade {
  side: Seat;
  brigade: string;
  chit: string;
  rating: number;
  state: string;
  /** How likely it gets all it can do once its chit is drawn; null where it acts no more this turn. */
  full?: number | null;
  /** What would raise its rating, or that it was raised. */
  note?: string | null;
  /** Who leads it was hit: another takes his place. */
  casualty?: boolean;
}

/** Who may activate any brigade of his side, and when. */
export interface Commander {
  side: Seat;
  chit: string;
  rating: number;
  words: string;
  casualty: boolean;
}

/** A cell of a chart: its row by some of its columns. */
export interface InForce {
  chart: string;
  where: Record<string, string>;
  column: string;
}

/** A chit that comes by a track, as all see it. */
export interface Track {
  chit: string;
  side: Seat;
  title: string;
  /** Its boxes by name; where it lies, from 0. */
  boxes: string[];
  box: number;
  /** Event chits laid out beside it, backs up. */
  laid: number;
  arrived: boolean;
  /** That it moves on as the turn ends; null where nobody rolls. */
  chance: number | null;
  /** Brigades that are still to be called. */
  to_call: string[];
}

/** Something that a side may win by a roll, and how far it has come: open, earned, used, barred. */
export interface Effort {
  side: Seat;
  title: string;
  state: string;
  words: string;
}

export interface HeldChit {
  chit: string;
  draw: number;
  playable: boolean;
}

export interface Chits {
  puller: Seat;
  cup: string[];
  backs: Record<Seat, number>;
  drawn: { side: Seat | null; chit: string; fate: string }[];
  pools: Record<Seat, string[]>;
  spent: Record<Seat, string[]>;
  held: Record<Seat, number[]>;
  /** How many Event chits sit out this turn; nobody knows which. */
  out?: Record<Seat, number>;
  /** What its seat alone knows; `in_cup`: of those it put in, the ones not drawn yet. */
  mine?: { put_in: string[]; in_cup?: string[]; hand: HeldChit[]; lost: string[]; given_up?: string[]; sealed: string[] };
}

export interface View {
  battle: string;
  seat: Seat;
  book: string;
  /** The book that holds where that one leaves it to each game. */
  under?: string;
  turn: number;
  turns: { first: number; last: number };
  clock: string;
  phase: string;
  /** The steps of the procedure under way, in their order, and the place of the present one, -1 for none. */
  steps?: string[];
  step?: number;
  /** Whose player turn it is, where the game has player turns. */
  player?: Seat | null;
  over: boolean;
  points: number;
  /** What the level depends on, in words. */
  score?: string;
  /** The score with its parts, where points are counted. */
  tally?: Section | null;
  standing: { level: string; winner: string | null } | null;
  /** Hexes that are fought for, by who holds them. */
  control?: Record<string, Seat | null>;
  /** What the hexes that are fought for are called, where they have a name. */
  places?: Record<string, string>;
  /** Both seats, in the order in which they are listed; without it those of the chits. */
  seats?: Seat[];
  units: Unit[];
  /** Where several units stand together: stacking points against the limit, "9 of 10". */
  stacks?: Record<string, string>;
  /** Who has moved in the movement step under way, and who still may. */
  movement?: { side: Seat; title: string; moved: string[]; waiting: string[]; deeds?: Record<string, string[]>; leaving?: Record<string, string>; turning?: string[] } | null;
  /** Marks on hexsides that come and go. */
  sides?: SideMark[];
  /** Lists beside the map, as the rulebook makes them. */
  lists?: Section[];
  markers?: { good_ground?: string[]; chaos?: string[] };
  brigades?: Brigade[];
  generals?: { casualties: string[] };
  commanders?: Commander[];
  efforts?: Effort[];
  /** Chits that come by a track. */
  tracks?: Track[];
  /** Cells of charts that count now where a row has several. */
  in_force?: InForce[];
  arrivals?: { turn: number; unit: string; hex: string }[];
  /** Where the game has chits. */
  chits?: Chits;
}

/** Something that lies between two hexes for now, such as a bridge that is burned. */
export interface SideMark {
  between: [string, string];
  mark: string;
  /** A few letters to be shown with it. */
  text?: string;
  words: string;
}

export interface Answer {
  text: string;
  /** Friendlier words for the eye; the text stays its name. */
  label?: string;
  /** What it comes to as things stand. */
  note?: string;
  cite: string;
  hex: string | null;
}

export interface Decision {
  seat: Seat;
  /** What is asked; "waiting" where it is another seat's question. */
  kind: string;
  number?: number;
  prompt?: string;
  cite?: string;
  stack?: string[];
  about?: string[];
  window?: string;
  optional?: boolean;
  alone?: boolean;
  /** Texts of actions. */
  proposed?: string | null;
  usual?: string | null;
  /** Its answers tell what the seat holds: on one screen most are listed only after a look. */
  secret?: boolean;
  /** What may be ordered from the question itself. */
  standing?: Standing | null;
  /** What ending the step would leave undone, in words. */
  undone?: string | null;
  /** How many answers there are, null where that is secret. */
  count?: number | null;
  actions?: Answer[];
}

/** A question to a seat of ours. */
export type Asked = Decision & Required<Pick<Decision, "number" | "actions" | "prompt">>;

export interface Detail {
  text: string;
  cite: string;
  used: boolean;
}

export interface LogLine {
  /** The entry that it belongs to, 0 before the first. */
  n: number;
  kind: string;
  text: string;
  cite: string;
  seat: Seat | null;
  units: string[];
  hex: string | null;
  roll: number | null;
  /** Of kind "undo": every line from this entry on was taken back. */
  back?: number;
  /** 0 a turn or a phase, 1 what heads an activation, 2 an event, 3 an answer that was the only one. */
  depth?: number;
  /** The chapter that it belongs to, by number. */
  chapter?: number;
  /** A chapter begins with it. */
  opens?: boolean;
  /** What the chapter is called from here on, and what stands in brackets behind that. */
  heading?: string | null;
  note?: string | null;
  /** The hexes that it came from: of a move the one left, of a fire those of the firers. */
  from?: string[];
  /** What it leaves on the board: the way of a unit, or lines of fire. */
  trace?: "way" | "fire" | null;
  /** A fire, an assault or a melee itself. */
  fight?: boolean;
  tone?: string;
  /** What stands behind it: dice, columns, shifts used and not. */
  detail?: Detail[];
  /** The cells of printed charts in which its dice were read. */
  cells?: InForce[];
  /** What others read in its place, where that is less. */
  covered?: string;
}

export interface Outcome {
  winner: string | null;
  level: string;
  points: number | null;
  cite?: string;
  /** The seat that gave the game up. */
  resigned?: string;
  /** Both sides have agreed to a draw. */
  agreed?: boolean;
  /** The side that gave it up had no time left, and the other has claimed it. */
  by_time?: boolean;
  /** It did not come to the game, whose clocks had not begun. */
  did_not_come?: boolean;
  /** It had come, but never while the other side was there. */
  did_not_meet?: boolean;
  /** Dice could be repeated or taken back. */
  practice?: boolean;
  /** How often something was taken back by consent. */
  by_consent?: number;
}

export interface GameState {
  game: string;
  /** Entries stored. */
  n: number;
  /** Whose view it is; "" for what all may see. */
  seat: Seat;
  /** What the key stands for. */
  seats: Seat[];
  /** One screen for both seats. */
  hotseat: boolean;
  /** The fingerprint of the values that hold. */
  edition?: string;
  view: View;
  /** With open hands, the view of each seat. */
  views?: Record<Seat, View>;
  decisions: Decision[];
  log: LogLine[];
  /** For each of our seats null where it may take back, else what stands in the way. */
  undo: Record<Seat, string | null>;
  /** For each of our seats its ways back, the shortest first. */
  back?: Record<Seat, WayBack[]>;
  /** For each of our seats what it can play again. */
  again?: Record<Seat, { title: string; count: number } | null>;
  /** What one seat asks the other. */
  request?: Request | null;
  /** Standing orders of our seats, the pause that is running, and the seconds of a whole one. */
  orders?: Record<Seat, SeatOrders>;
  beat?: BeatNow | null;
  pace?: number;
  /** The clocks of two people, where there are some. */
  clocks?: Clocks;
  /** A note to oneself, when each side is back, and that one was nudged. */
  manners?: { note: string; back: Record<Seat, string>; nudged: boolean };
  /** As the page is opened: the entries there were when its key had answered last, 0 where it has not yet; not there where nobody knows. */
  given?: number;
  /** The side that anybody may still take. */
  offered?: Seat;
  /** The side that nobody has and that is offered to nobody. */
  vacant?: Seat;
  /** The side that wishes for another game with the sides changed about. */
  rematch?: Seat;
  /** How many look on at a game of people. */
  watching?: number;
  /** Seconds by which it is shown later than it happens, to who looks on by such a key. */
  late?: number;
  outcome: Outcome | null;
}

/** Something that can be taken back, or that the other seat can be asked for. */
export interface WayBack {
  to: number;
  kind: string;
  unit: string | null;
  title: string;
  count: number;
  /** Takes back just what was given last, be it one answer or several in one. */
  last?: boolean;
  /** What stands in the way, null where it is free. */
  bar: string | null;
  /** The other seat can be asked. */
  ask: boolean;
  /** It need not be asked: that was agreed beforehand. */
  agreed?: boolean;
}

/** A seat would like to take back past a roll or an answer. */
export interface Request {
  number: number;
  seat: Seat;
  to: number;
  /** A take-back, other values, a unit to be set, or a draw. */
  kind?: "back" | "values" | "overrule" | "draw";
  status: "open" | "refused" | "lapsed";
  text: string;
  mine: boolean;
  /** Ours to answer. */
  answer: boolean;
}

export interface Refused {
  id: string | number | null;
  reason: string;
  cite: string;
}

export interface Done {
  id: string | number;
  n: number;
  events: LogLine[];
  left?: string[];
}

export interface Shift {
  name: string;
  columns: number;
  cite: string;
  applied: boolean;
}

export interface Odds {
  id: string;
  column: { base: string; final: string } | null;
  strength?: string | null;
  shifts: Shift[];
  assumed: { kind: string; answer: string; cite: string }[];
  results: { units: Record<string, string[]>; weight: number; probability: number }[];
  total_weight: number;
  /** Every column that is possible, the likeliest first. */
  columns?: { base: string; final: string; strength?: string | null; probability: number }[];
  /** Every case counted; else a sample, with the standard error of a chance of one half. */
  exact?: boolean;
  error?: number;
}

export interface Reached {
  cost: string | number;
  path: string[];
  end?: boolean;
  draws_fire?: unknown;
  /** The move is over there. */
  stops?: boolean;
  /** All that goes with it, in words. */
  text?: string;
}

export interface Reach {
  id: string;
  unit: string;
  hexes: Record<string, Reached>;
}

/** A message of the server: one key, which names what it is. */
export interface FromServer {
  state?: GameState;
  done?: Done;
  refused?: Refused;
  /** Whether what is done at other servers may be shown late. */
  behind?: { on: boolean };
  odds?: Odds;
  ends?: { id: string; decision: number | null; ends: Record<string, string> };
  reach?: Reach;
  /** Messages that parts ask for or hear by name (`Table.ask`, `Table.on`). */
  [what: string]: unknown;
}
