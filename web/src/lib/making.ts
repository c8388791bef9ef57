import { type Pace, PACES } from "./clocks";
import type { BattleListed, Made } from "./fetched";
import type { Seat } from "./protocol";

/** A way, or the dice, with a sentence for it; `open` where nothing is hidden and there are no chits. */
interface Choice {
  id: string;
  title: string;
  text: string;
  open?: string;
  /** The title where there is little room. */
  short: string;
}

/** The sentence for a battle with chits, or without. */
export function told({ text, open }: Pick<Choice, "text" | "open">, chits: boolean): string {
  return chits ? text : (open ?? text);
}

/** How a battle may be played, each with a sentence for somebody who has never done it. */
export const WAYS = [
  {
    id: "computer", title: "Alone against the computer", short: "The computer",
    text: "You lead one side; the computer leads the other and never sees your chits.", open: "You lead one side; the computer leads the other.",
  },
  {
    id: "screen", title: "Two people at this screen", short: "A friend here",
    text: "Nobody changes places. Only the choice of Key Chits and a look at one's hand are private.", open: "Nobody changes places; nothing is hidden.",
  },
  { id: "both", title: "One person, both sides", short: "Myself", text: "To learn the battle or to study it: you answer for everybody." },
  { id: "watch", title: "Two computers", short: "Just watch", text: "The computer leads both sides, and you watch: at any speed, stopped, event by event." },
  {
    id: "apart", title: "Two people at two machines", short: "A friend elsewhere",
    text: "Each gets an address of his own, which shows his side only.", open: "Each gets an address of his own, which answers for his side only.",
  },
  {
    id: "open", title: "Anybody on this server", short: "Anybody here",
    text: "The other side is offered on the start page of this server; whoever takes it first plays, and anybody may look on.",
  },
] as const;
export type Way = (typeof WAYS)[number]["id"];

export const DICE = [
  { id: "seeded", title: "The program rolls", short: "the program rolls", text: "at once, from a secret that is opened at the end" },
  { id: "pressed", title: "I press to roll", short: "I press to roll", text: "the program rolls when somebody says so" },
  { id: "real", title: "We roll our own dice and type them", short: "our own dice", text: "52 53 1; chits are still drawn by the program", open: "5 3 1, in the order in which they are asked for" },
] as const;

export const HANDS = [
  { id: "open", title: "Open hands", text: "you see and choose the chits of both sides" },
  { id: "drawn", title: "Hidden hands", text: "chits are picked at random, and turned up when they are played" },
] as const;

/** What each commander is like. */
export const COMMANDERS: Record<string, string> = {
  adjutant: "plans fire, marches and assaults by the exact chances; an opponent worth playing",
  general: "the adjutant with a plan: where the enemy is near it plays several on, for an activation or a whole turn, and thinks for some seconds; whether that makes it a better player has been tested in The Stone Wall only",
  "general:1": "the general in a hurry",
  "general:2": "the general as he is by himself",
  "general:3": "the general with more time: up to some ten seconds for an Order",
  "general:4": "the general with all the time it wants: up to half a minute for an Order",
  cautious: "holds what it has, fires where it pays and rallies the hurt",
  random: "does anything that is allowed; to try the program out",
};

/** What the form holds. */
export interface Wish {
  way: Way;
  /** Who offers a seat to anybody: the sides by lot, and what he calls himself. */
  lot: boolean;
  by: string;
  /** Who leads each side, where one of them is the computer. */
  players: Record<Seat, string>;
  dice: string;
  practice: boolean;
  /** Of one person on both sides. */
  hands: string;
  /** Two at one screen see both hands. */
  open: boolean;
  /** Seconds of the pause before a draw, "" for the usual ones. */
  beat: string;
  options: Record<string, unknown>;
  /** The pace of two people at two machines, one of `PACES`; whether a flag may be claimed. */
  time?: string;
  claim?: boolean;
  /** It is the first game of a rated pair. */
  rated?: boolean;
  /** Its pace and its flag before it was a rated one. */
  unrated?: Pick<Wish, "time" | "claim">;
  /** Without the errata of the pack. */
  bare?: boolean;
  /** Two at two machines agree that a slip which told its player nothing is taken back without asking. */
  slips?: boolean;
  /** By side: formations that the computer leads for the person, and windows at which it answers for him. */
  parts: Record<Seat, string[]>;
  answered: Record<Seat, string[]>;
}

/** The sides of which the computer may take a part: those of one person alone. */
export function shared(seats: readonly Seat[], wish: Pick<Wish, "way" | "players">): Seat[] {
  if (wish.way === "both") return [...seats];
  return wish.way === "computer" ? seats.filter((seat) => wish.players[seat] === "human") : [];
}

/** The same with something ticked for a side, or no longer. */
export function ticked(all: Record<Seat, string[]>, seat: Seat, name: string, on: boolean): Record<Seat, string[]> {
  const others = (all[seat] ?? []).filter((one) => one !== name);
  return { ...all, [seat]: on ? [...others, name] : others };
}

/** What was ticked for some sides, without empty lists. */
function only(ticked: Record<Seat, string[]>, seats: readonly Seat[]): Record<Seat, string[]> {
  return Object.fromEntries(seats.flatMap((seat) => (ticked[seat]?.length ? [[seat, ticked[seat]]] : [])));
}

/** The battle that is wanted, such as the one being played; the first of the list where that is not there. */
export function proposedBattle<Listed extends Pick<BattleListed, "id">>(battles: readonly Listed[], wanted: string): Listed | undefined {
  return battles.find((one) => one.id === wanted) ?? battles[0];
}

/** The battle that follows one in the order of the cards, the first after the last. */
export function battleAfter(cards: readonly { battles: readonly string[] }[], played: string): string {
  const all = cards.flatMap(({ battles }) => battles);
  return all[(all.indexOf(played) + 1) % all.length] ?? played;
}

/** The commander to begin with: the strongest that is known. */
export function likeliest(commanders: string[]): string {
  return Object.keys(COMMANDERS).find((name) => commanders.includes(name)) ?? commanders[0] ?? "";
}

/** Sets who leads a side; with the computer on one the person leads the other. */
export function seated(seats: Seat[], players: Record<Seat, string>, seat: Seat, who: string, computer: string): Record<Seat, string> {
  const other = (one: Seat) => (who === "human" ? ((players[one] ?? "human") === "human" ? computer : (players[one] ?? computer)) : "human");
  return Object.fromEntries(seats.map((one) => [one, one === seat ? who : other(one)]));
}

/** "3 h", "1½ h", "40 min". */
export function lasts(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const halves = Math.round(minutes / 30);
  return `${Math.floor(halves / 2)}${halves % 2 ? "½" : ""} h`;
}

/** How large a scenario is: "11 turns, 19 units, 1 h". */
export function size(battle: Pick<BattleListed, "turns" | "units" | "minutes">): string {
  const parts = [`${battle.turns} turns`, `${battle.units} units`];
  return [...parts, ...(battle.minutes ? [lasts(battle.minutes)] : [])].join(", ");
}

/** The commander that was chosen for the computer. */
const led = (wish: Wish): string => Object.values(wish.players).find((who) => who !== "human") ?? "adjutant";

function handed(seats: readonly Seat[], wish: Wish): Record<string, unknown> {
  const mine = shared(seats, wish);
  const [parts, answered] = [only(wish.parts, mine), only(wish.answered, mine)];
  return { ...(Object.keys(parts).length ? { parts } : {}), ...(Object.keys(answered).length ? { answered } : {}) };
}

/** What is sent to the server. */
export function request(battle: Pick<BattleListed, "id" | "seats" | "errata">, wish: Wish): Record<string, unknown> {
  const alone = wish.way === "computer";
  const people = Object.fromEntries(battle.seats.map((seat) => [seat, "human"]));
  return {
    battle: battle.id,
    options: wish.options,
    ...(battle.errata && wish.bare ? { errata: false } : {}),
    seats: wish.way === "watch" ? Object.fromEntries(battle.seats.map((seat) => [seat, led(wish)])) : alone ? wish.players : people,
    dice: wish.way === "watch" ? "seeded" : wish.dice,
    ...(wish.way === "watch" ? { watched: true } : {}),
    orders: true,
    ...handed(battle.seats, wish),
    practice: (alone || wish.way === "both") && wish.practice,
    ...(wish.way === "both" ? { hands: wish.hands } : {}),
    ...(wish.way === "screen" ? { open_hands: wish.open } : {}),
    ...(wish.way === "open" ? { open: { seat: offered(battle.seats, wish), by: wish.by.trim() } } : {}),
    ...(far(wish) && wish.beat ? { beat: Number(wish.beat) } : {}),
    ...(far(wish) ? timed(wish) : {}),
    ...(wish.way === "open" && wish.rated ? { rated: true } : {}),
    ...(mayAgree(wish) && wish.slips ? { slips: true } : {}),
  };
}

/** As a rated pair has it: with clocks, and a flag that may be claimed. No longer, it has what it had before, but for a pace that was chosen since. */
export function rate(wish: Wish, rated: boolean): Wish {
  const { unrated, ...rest } = wish;
  const { time, claim } = wish;
  if (rated) return { ...rest, rated, time: time || "long", claim: true, unrated: { ...(time === undefined ? {} : { time }), ...(claim === undefined ? {} : { claim }) } };
  if (!unrated) return { ...rest, rated };
  const { time: _, claim: __, ...bare } = rest;
  return { ...bare, rated, ...unrated, ...(time && time !== (unrated.time || "long") ? { time } : {}) };
}

/** Two people at two machines. */
export function far({ way }: Pick<Wish, "way">): boolean {
  return way === "apart" || way === "open";
}

/** Whether taking back can be agreed beforehand: not where the game is rated. */
export function mayAgree(wish: Pick<Wish, "way" | "rated">): boolean {
  return far(wish) && !(wish.way === "open" && wish.rated);
}

/** The pace that was chosen, where it has clocks. */
function timed({ time, claim }: Pick<Wish, "time" | "claim">): { time?: Pace } {
  const found = PACES.find(({ id }) => id === time)?.time;
  return found ? { time: { ...found, claim: Boolean(claim) } } : {};
}

/** The side that anybody may take: the one that is not one's own, or by lot. */
function offered(seats: readonly Seat[], wish: Pick<Wish, "lot" | "players">): Seat {
  const mine = seats.find((seat) => wish.players[seat] === "human") ?? seats[0];
  return wish.lot ? "random" : (seats.find((seat) => seat !== mine) ?? "random");
}

/** The addresses to send: of each seat of a person its own. */
export function addresses(made: Made, origin: string): { seat: Seat; address: string }[] {
  const seats = Object.keys(made.keys).filter((name) => name !== "both");
  return seats.map((seat) => ({ seat, address: `${origin}/?game=${made.game}&key=${made.keys[seat]}` }));
}

/** Whether an address is one of a private network, as a container has it too: who is not in it does not come by it. */
export function isNear(page: string): boolean {
  const host = URL.canParse(page) ? new URL(page).hostname : "";
  return /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|^\[f([cd]|e[89ab])[\da-f:]+\]$/i.test(host);
}

/** Whether an address leads here from this machine alone. */
export function isLocal(host: string): boolean {
  return /^(127\.[\d.]+|0\.0\.0\.0|\[::1?\]|(.+\.)?localhost)\.?$/i.test(host);
}
