/**
 * An action: a line that must be one row leaves out what can be missed, step by step, until all of it finds room; how far it
 * has gone is its attribute `data-tight`, from 0 (all is there) to `most`.
 */
export function fitting(node: HTMLElement, most: number): { destroy(): void } {
  let frame = 0;
  const fit = () => {
    for (let tight = 0; tight <= most; tight += 1) {
      node.dataset.tight = String(tight);
      if (node.scrollWidth <= node.clientWidth) break;
    }
  };
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  };
  const size = new ResizeObserver(soon);
  /** Each part is looked at too: one that grows in a line as long as before, by another weight of letters, changes no text. */
  const watch = () => {
    for (const part of node.children) size.observe(part);
  };
  const content = new MutationObserver(() => (watch(), soon()));
  size.observe(node);
  watch();
  content.observe(node, { childList: true, subtree: true, characterData: true });
  void document.fonts?.ready.then(fit);
  fit();
  return {
    destroy: () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      content.disconnect();
    },
  };
}
