/** What lies over the map: each part says by `--covers` from which side of the window it covers it. */
import type { Insets } from "./camera";

const NOTHING: Insets = { left: 0, top: 0, right: 0, bottom: 0 };

/** The parts that lie over the map now, and how far they reach into the window together. */
export class Covers {
  insets = $state.raw<Insets>(NOTHING);

  #parts = new Map<HTMLElement, Insets>();

  /** An action: the map counts this element off for as long as it is there. */
  lay = (node: HTMLElement): { destroy(): void } => {
    const measure = () => {
      this.#parts.set(node, reach(node));
      this.#sum();
    };
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    window.addEventListener("resize", measure);
    measure();
    return {
      destroy: () => {
        watch.disconnect();
        window.removeEventListener("resize", measure);
        this.#parts.delete(node);
        this.#sum();
      },
    };
  };

  #sum(): void {
    const sum = { ...NOTHING };
    for (const one of this.#parts.values()) for (const side of ["left", "top", "right", "bottom"] as const) sum[side] = Math.max(sum[side], one[side]);
    const same = (["left", "top", "right", "bottom"] as const).every((side) => sum[side] === this.insets[side]);
    if (!same) this.insets = sum;
  }
}

/** How far an element reaches into the window, from the side that it says. */
function reach(node: HTMLElement): Insets {
  const side = getComputedStyle(node).getPropertyValue("--covers").trim();
  const box = node.getBoundingClientRect();
  const found = { ...NOTHING };
  if (!box.width || !box.height) return found;
  if (side === "left") found.left = box.right;
  if (side === "top") found.top = box.bottom;
  if (side === "right") found.right = window.innerWidth - box.left;
  if (side === "bottom") found.bottom = window.innerHeight - box.top;
  return found;
}
