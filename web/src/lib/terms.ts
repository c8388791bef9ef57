/** The words of the book in texts: where they stand, and what they mean. The server says which there are. */
import type { Term } from "./fetched";

/** A piece of a text; with `term` a word of the book. */
export interface Said {
  text: string;
  term?: Term;
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Finds words of the book in a text, the longest first, as whole words; abbreviations in capitals as they are written. */
export function finder(terms: readonly Term[]): (text: string) => Said[] {
  const byForm = new Map(terms.flatMap((term) => [term.term, ...term.forms].map((form) => [form.toLowerCase(), term] as const)));
  const forms = [...byForm.keys()].sort((one, other) => other.length - one.length);
  if (!forms.length) return (text) => [{ text }];
  const pattern = new RegExp(`(?<![\\w-])(?:${forms.map(escaped).join("|")})(?![\\w-])`, "gi");
  const exact = new Set(terms.flatMap((term) => [term.term, ...term.forms]).filter((form) => form === form.toUpperCase()));
  const shortened = new Set([...exact].map((form) => form.toLowerCase()));
  return (text) => {
    const found: Said[] = [];
    let last = 0;
    for (const match of text.matchAll(pattern)) {
      const [word] = match;
      const term = byForm.get(word.toLowerCase());
      if (!term || (shortened.has(word.toLowerCase()) && !exact.has(word))) continue;
      if (match.index > last) found.push({ text: text.slice(last, match.index) });
      found.push({ text: word, term });
      last = match.index + word.length;
    }
    if (last < text.length || !found.length) found.push({ text: text.slice(last) });
    return found;
  };
}
