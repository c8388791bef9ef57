import type { BesideCase, BookListed, Option } from "./fetched";
import type { View } from "./protocol";

/** What holds besides a book that is not the battle's own. */
export const LAYER = "What they leave to each game stays as its own book has it.";

/** An option that names the book, and its values in words. */
export interface BookChoice {
  name: string;
  chosen: string;
  values: { value: string; words: string; own: boolean }[];
}

/** The options of a battle that name its book. */
export function booksOf(options: Record<string, Option>): BookChoice[] {
  return Object.entries(options).flatMap(([name, { words, values, default: own }]) => {
    if (!words) return [];
    const named = (values ?? []).map(String).map((value) => ({ value, words: capital(words[value] ?? value), own: value === own }));
    return [{ name, chosen: String(own), values: named }];
  });
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The heading under which changes stand, and those that stand there. */
export interface ChangeGroup {
  heading: string;
  changes: BookListed["changes"];
}

/** What a book changes, by headings in the order of the book. */
export function changesOf(book: BookListed): ChangeGroup[] {
  const headings = [...new Set(book.changes.map((change) => change.heading))];
  return headings.map((heading) => ({ heading, changes: book.changes.filter((change) => change.heading === heading) }));
}

/** "Blind Swords, series rules, over Stonewall's Sword": by which book a game is played. */
export function playedBy(view: Pick<View, "book" | "under">): string {
  return view.under ? `${view.book}, over ${view.under}` : view.book;
}

/** How a case of another book stands to the one that is open. */
export function relationWords({ relation, note }: Pick<BesideCase, "relation" | "note">): string {
  if (relation === "same") return note ? `the same; ${note}` : "the same";
  if (relation === "game") return note ? `left to each game: ${note}` : "left to each game";
  return note ? `differs: ${note}` : "differs";
}
