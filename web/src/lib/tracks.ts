import type { Track } from "./protocol";
import { listed } from "./words";

/** What comes next on a track, in words. */
export function nextBox(track: Pick<Track, "chit" | "boxes" | "box" | "arrived" | "chance" | "to_call">): string {
  if (track.arrived) {
    return track.to_call.length ? `${track.chit} has come. Still to be called: ${listed(track.to_call)}.` : `${track.chit} has come.`;
  }
  const next = track.boxes[track.box + 1];
  if (track.chance === null || next === undefined) return "It moves no further.";
  return `On to “${next}” as this turn ends: ${Math.round(100 * track.chance)} %.`;
}
