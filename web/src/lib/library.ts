/** The start page: a card for each battle, and what is said of it in a few words. */
import type { BattleListed, CardListed, LessonListed, Option } from "./fetched";
import { booksOf } from "./books";
import { PACES } from "./clocks";
import { COMMANDERS, DICE, far, type Wish } from "./making";

/** The battles of a card, the one that is proposed first. */
export function battlesOf(card: Pick<CardListed, "battles">, battles: readonly BattleListed[]): BattleListed[] {
  return card.battles.flatMap((id) => battles.find((one) => one.id === id) ?? []);
}

/** "1 hour", "1–4 hours", "2½–7 hours", "40 minutes"; "" where nobody has said how long a game lasts. */
export function hours(battles: readonly Pick<BattleListed, "minutes">[]): string {
  const known = battles.map(({ minutes }) => minutes).filter((minutes) => minutes > 0);
  if (!known.length) return "";
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (most < 60) return least === most ? `${most} minutes` : `${least}–${most} minutes`;
  const [from, to] = [halves(least), halves(most)];
  if (least < 60) return `${least} minutes to ${to} ${to === "1" ? "hour" : "hours"}`;
  if (from === to) return to === "1" ? "1 hour" : `${to} hours`;
  return `${from}–${to} hours`;
}

/** Hours by halves: "2½". */
function halves(minutes: number): string {
  const count = Math.round(minutes / 30);
  return `${count > 1 ? Math.floor(count / 2) : ""}${count % 2 ? "½" : ""}`;
}

/** "19 units", "19–52 units". */
export function units(battles: readonly Pick<BattleListed, "units">[]): string {
  const counts = battles.map((one) => one.units);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `${most} units` : `${least}–${most} units`;
}

/** "1 scenario", "3 scenarios". */
export function scenarios(count: number): string {
  return count === 1 ? "1 scenario" : `${count} scenarios`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "five battles, twelve scenarios". */
export function counted(cards: readonly CardListed[]): string {
  const all = cards.reduce((sum, card) => sum + card.battles.length, 0);
  const word = (n: number, one: string) => `${NUMBERS[n] ?? n} ${one}${n === 1 ? "" : "s"}`;
  return `${word(cards.length, "battle")}, ${word(all, "scenario")}`;
}

/** What the dice, the book and the options are, in one line: "the program rolls, own book, 1 option changed". */
export function folded(options: Readonly<Record<string, Option>>, wish: Pick<Wish, "dice" | "practice" | "options" | "time"> & Partial<Pick<Wish, "way">>, practising: boolean): string {
  const dice = DICE.find(({ id }) => id === wish.dice)?.short ?? wish.dice;
  const books = booksOf(options).map(({ name, values, chosen }) => {
    const book = values.find(({ value }) => value === (wish.options[name] ?? chosen));
    return !book || book.own ? "own book" : book.words.toLowerCase().replace(/^by /, "");
  });
  const changed = Object.entries(options).filter(([name, option]) => !option.words && (wish.options[name] ?? option.default) !== option.default);
  const rest = changed.length ? [`${changed.length} ${changed.length === 1 ? "option" : "options"} changed`] : [];
  const pace = wish.way && far({ way: wish.way }) && wish.time ? PACES.filter(({ id }) => id === wish.time).map(({ title }) => title.toLowerCase()) : [];
  return [dice, ...books, ...rest, ...pace, ...(practising && wish.practice ? ["practice"] : [])].join(", ");
}

/** What the commander is like that plays against one, with its name. */
export function commanderWords(name: string): string {
  return COMMANDERS[name] ? `${name}: ${COMMANDERS[name]}.` : `${name}.`;
}

/** The guided first games in their order; each but the first by the name of its battle: "Guided: Cross Keys". */
export function taught(battles: readonly BattleListed[]): { battle: BattleListed; lesson: LessonListed; name: string }[] {
  const found = battles.flatMap((battle) => (battle.lesson ? [{ battle, lesson: battle.lesson, name: `Guided: ${battle.lesson.title}` }] : []));
  return found.sort((a, b) => a.lesson.order - b.lesson.order);
}
