import type { Summary } from "./fetched";
import type { GameState, Seat } from "./protocol";
import { putDown, type Shelf } from "./shelf";
import { theSide } from "./words";

/** A game of this browser that is not over: how to come back to it, and how it stood. */
export interface Kept {
  game: string;
  key: string;
  title: string;
  seats: Seat[];
  /** Who plays the other seats, by name of the commander. */
  computers: Record<Seat, string>;
  turn: number | null;
  turns: number | null;
  /** Of whom an answer is waited for. */
  waiting: Seat[];
  practice: boolean;
  /** How it ended: the level of victory. */
  over?: string;
  /** When it was last seen to go on, in milliseconds. */
  at: number;
}

const NAME = "vedette-games";
/** So many are kept at the most. */
export const MOST = 50;

/** The games that are kept, the one last played first; what cannot be read counts as none. */
export function kept(shelf: Shelf): Kept[] {
  try {
    const found: unknown = JSON.parse(shelf.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter(isKept).sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

/** Puts a game in the list, in the place of what was known of it. */
export function keep(shelf: Shelf, game: Kept): void {
  store(shelf, [game, ...kept(shelf).filter((one) => one.game !== game.game)].slice(0, MOST));
}

/** Takes a game off the list; on its server it stays. */
export function drop(shelf: Shelf, game: string): void {
  store(shelf, kept(shelf).filter((one) => one.game !== game));
}

/** A game as it stands. */
export function standing(summary: Summary, key: string, state: GameState, at: number): Kept {
  return {
    game: summary.game,
    key,
    title: summary.title,
    seats: state.seats,
    computers: summary.computers,
    turn: state.view.turn,
    turns: state.view.turns.last,
    waiting: state.decisions.map((decision) => decision.seat),
    practice: summary.practice,
    ...(state.outcome ? { over: state.outcome.level } : {}),
    at,
  };
}

/** Those that go on, or those that are over. */
export function partOf(games: readonly Kept[], over: boolean): Kept[] {
  return games.filter((game) => Boolean(game.over) === over);
}

/** Who is asked, to the one who opens the page: "Your move as the Union, against adjutant". */
export function move(game: Pick<Kept, "waiting" | "seats" | "computers">): string {
  const [seat, ...more] = game.seats;
  const against = Object.values(game.computers);
  if (!seat) return `${looked(against)}; you watch`;
  if (more.length) return `${capital(whose(game))}; both sides`;
  const foe = against.length ? `, against ${against.join(" and ")}` : "";
  if (game.waiting.some((one) => one === seat || one === "chance")) return `Your move as ${theSide(seat)}${foe}`;
  return `${capital(whose(game))}; you are ${theSide(seat)}${foe}`;
}

/** Who plays a game that is watched. */
function looked(computers: readonly string[]): string {
  const [one, two] = computers;
  return two ? computers.join(" against ") : one ? `A person against ${one}` : "Two people play";
}

/** Whether somebody who has this key may begin such a game once more from here: not who looked on at a game of people. */
export function mayRepeat(game: Pick<Kept, "seats" | "computers">): boolean {
  const computers = Object.keys(game.computers).length;
  return game.seats.length > 1 || computers > (game.seats.length ? 0 : 1);
}

/** Whether the two who played it may play again with the sides changed about. */
export function mayAskAgain(game: Pick<Kept, "seats" | "computers">): boolean {
  return game.seats.length === 1 && !Object.keys(game.computers).length;
}

/** Whether this browser is asked. */
export function isAsked({ waiting, seats }: Pick<Kept, "waiting" | "seats">): boolean {
  return seats.length > 0 && waiting.some((seat) => seats.includes(seat) || seat === "chance");
}

/** The button that begins it once more, called the same wherever it stands. */
export function repeatWords(game: Pick<Kept, "seats" | "computers">): string {
  if (mayAskAgain(game)) return "Rematch, other side";
  if (!game.seats.length) return "Another one";
  return Object.keys(game.computers).length ? "Other side" : "Play it again";
}

/** A game begun from one that is over stands among one's own before anything has been answered in it. */
export function keepBegun(shelf: Shelf, made: { game: string; url: string }, from: Summary, at: number): void {
  const key = new URLSearchParams(made.url.split("?")[1]).get("key");
  const players = Object.entries(again(from).seats as Record<Seat, string>);
  const seats = players.filter(([, who]) => who === "human").map(([seat]) => seat);
  const computers = Object.fromEntries(players.filter(([, who]) => who !== "human"));
  if (key) keep(shelf, { game: made.game, key, title: from.title, seats, computers, turn: null, turns: null, waiting: [], practice: from.practice, at });
}

/** A game like one that is over, with the sides changed about where a computer led one of them. */
export function again(game: Summary): Record<string, unknown> {
  const seats = !game.seats.length ? game.computers : Object.keys(game.computers).length ? turned(game) : Object.fromEntries(game.seats.map((seat) => [seat, "human"]));
  return {
    battle: game.battle,
    options: game.options ?? {},
    seats,
    dice: game.dice ?? "seeded",
    orders: true,
    practice: game.practice,
    ...(game.seats.length ? {} : { watched: true }),
    ...(game.hands ? { hands: game.hands } : {}),
    ...(game.open_hands && !game.hands ? { open_hands: true } : {}),
  };
}

/** What was led by a person is led by the computer, and the other way about. */
function turned(game: Summary): Record<Seat, string> {
  const [computer] = Object.values(game.computers);
  const led = Object.keys(game.computers).map((seat) => [seat, "human"] as const);
  return Object.fromEntries([...led, ...game.seats.map((seat) => [seat, computer ?? "human"] as const)]);
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Whether one of our seats has done anything in it: nobody misses a game that was only looked at. */
export function begun(state: GameState): boolean {
  return Object.values(state.back ?? {}).some((ways) => ways.length > 0);
}

/** What is asked of whom, in words. */
export function whose({ waiting, seats, computers }: Pick<Kept, "waiting" | "seats" | "computers">): string {
  const names = waiting.map((seat) => seat.charAt(0).toUpperCase() + seat.slice(1));
  if (!names.length) return "nobody is asked";
  const mine = waiting.some((seat) => seats.includes(seat));
  if (seats.length > 1) return waiting.includes("chance") ? "dice to roll" : `${names.join(" and ")} to answer`;
  if (mine || waiting.includes("chance")) return "yours to answer";
  return waiting.every((seat) => seat in computers) ? "the computer is thinking" : `waiting for the ${names.join(" and ")} player`;
}

/** The address of a game. */
export function addressOf({ game, key }: Pick<Kept, "game" | "key">): string {
  return `/?game=${encodeURIComponent(game)}&key=${encodeURIComponent(key)}`;
}

/** Behind the address of a game that is over: it is played once more from its beginning. */
export const WATCH = "#watch";

/** The unfinished game that `vedette play` names behind the address of a new one. */
export function unfinished(hash: string): { game: string; key: string } | null {
  const found = /^#unfinished=([\w-]+)\.([\w-]+)$/.exec(hash);
  return found?.[1] && found[2] ? { game: found[1], key: found[2] } : null;
}

function store(shelf: Shelf, games: Kept[]): void {
  putDown(shelf, NAME, JSON.stringify(games)); // in a browser that keeps nothing the address of the game still opens it
}

function isKept(found: unknown): found is Kept {
  const one = found as Partial<Kept> | null;
  const words = [one?.game, one?.key, one?.title].every((word) => typeof word === "string");
  return words && typeof one?.at === "number" && Array.isArray(one.seats) && Array.isArray(one.waiting);
}
