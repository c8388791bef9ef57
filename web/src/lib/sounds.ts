/** Sounds of what is shown, made from noise and a beat: no files, each under 0.6 s, nothing before somebody wants them. */
import { isFire } from "./chapters";
import type { LogLine } from "./protocol";

export type Sound = "drum" | "musketry" | "cannon" | "page";

/** A burst: when it begins, how long it rings, how loud, and the highest frequency that is let through. */
interface Burst {
  at: number;
  long: number;
  loud: number;
  below: number;
}

const roll = (count: number, apart: number): number[] => Array.from({ length: count }, (_, i) => i * apart);

/** Small ones: they are heard beside what is seen, and never for long. */
export const BURSTS: Record<Sound, readonly Burst[]> = {
  drum: roll(5, 0.07).map((at, i) => ({ at, long: 0.09, loud: i === 4 ? 0.16 : 0.09, below: 900 })),
  musketry: [0, 0.03, 0.05, 0.1, 0.13, 0.21, 0.26].map((at, i) => ({ at, long: 0.06, loud: 0.07 + 0.02 * (i % 3), below: 5200 })),
  cannon: [{ at: 0, long: 0.55, loud: 0.3, below: 220 }, { at: 0, long: 0.08, loud: 0.1, below: 1800 }],
  page: [{ at: 0, long: 0.18, loud: 0.03, below: 7000 }],
};

/** What a step that is shown sounds like; guns by the arm of those who fire. Null where nothing is to be heard. */
export function soundOf(lines: readonly LogLine[], isGun: (unit: string) => boolean): Sound | null {
  if (lines.some((line) => line.depth === 0)) return "drum";
  const fire = lines.find(isFire);
  if (fire) return fire.units.some(isGun) ? "cannon" : "musketry";
  return lines.some((line) => line.depth === 1) ? "page" : null;
}

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Makes a sound; the first one opens the way to the loudspeaker. */
export function play(sound: Sound): void {
  if (typeof AudioContext === "undefined") return;
  const to = (context ??= new AudioContext());
  void to.resume();
  noise ??= hiss(to);
  for (const { at, long, loud, below } of BURSTS[sound]) {
    const [source, filter, gain] = [to.createBufferSource(), to.createBiquadFilter(), to.createGain()];
    const start = to.currentTime + at;
    source.buffer = noise;
    [filter.type, filter.frequency.value] = ["lowpass", below];
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
    source.connect(filter).connect(gain).connect(to.destination);
    source.start(start, 0, long);
  }
}

/** A second of noise, the same for all bursts. */
function hiss(to: AudioContext): AudioBuffer {
  const buffer = to.createBuffer(1, to.sampleRate, to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = 2 * Math.random() - 1;
  return buffer;
}
