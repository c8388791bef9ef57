/** Those who look on later than it happens, as at a stream. */

export interface Delay {
  seconds: number;
  title: string;
}

/** By how much somebody may look on later; the server knows these (`DELAYS` in table/spectators.py) and no others. */
export const DELAYS: readonly Delay[] = [
  { seconds: 0, title: "at once" },
  { seconds: 600, title: "10 minutes later" },
  { seconds: 3_600, title: "an hour later" },
  { seconds: 86_400, title: "a day later" },
];

/** "10 minutes", "an hour", "a day"; "" where it is shown at once. */
export function lateWords(seconds: number | undefined): string {
  return seconds ? (DELAYS.find((delay) => delay.seconds === seconds)?.title.replace(/ later$/, "") ?? `${Math.round(seconds / 60)} minutes`) : "";
}

/** What is told who has copied the address of a moment by which it is seen later. */
export function copiedLate(seconds: number): string {
  return `Copied. Whoever opens this link sees the game ${lateWords(seconds)} late, so this moment only ${lateWords(seconds)} after it happened.`;
}

/** The entry that an address names, as far as there is one; null as long as who looks on late has to wait for it. */
export function momentOf(named: number, { n, late, outcome }: { n: number; late?: number; outcome: unknown }): number | null {
  return late && named > n && !outcome ? null : Math.min(named, n);
}

/** What comes of an address for somebody who looks on, before it is made: once it has been used nobody can undo that. */
export function invitation(seconds: number): string[] {
  const words = lateWords(seconds);
  const what = "Whoever opens this address sees what both sides may know and answers nothing";
  if (!words) return [`${what}.`];
  const after = `Once somebody has used it, nobody without a key can see the result until ${words} after the end, and strangers who look on from the lobby are as far behind.`;
  return [`${what}; they see it ${words} after it happens.`, `${after} This cannot be undone.`];
}

/** How late somebody looks on whom a player asks, without a word: at a rated game what is known of it is worth something. */
export function usualDelay(rated: boolean | undefined): number {
  return rated ? 600 : 0;
}
