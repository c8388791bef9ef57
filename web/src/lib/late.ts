/** Those who look on later than it happens, as at a stream. */

export interface Delay {
  seconds: number;
  title: string;
}

/** By how much somebody may look on later; the server knows these and no others. */
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

/** How late somebody looks on whom a player asks, without a word: at a rated game what is known of it is worth something. */
export function usualDelay(rated: boolean | undefined): number {
  return rated ? 600 : 0;
}
