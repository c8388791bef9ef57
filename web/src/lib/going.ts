/** Goes to another page. It is over only where the browser's way back shows this one again: until then nothing is pressed twice. */
export function goTo(address: string): Promise<void> {
  const back = new Promise<void>((over) => window.addEventListener("pageshow", () => over(), { once: true }));
  window.location.assign(address);
  return back;
}

/** One deed at a time: what is pressed while another is under way does nothing. */
export function oneAtATime(): (deed: () => Promise<unknown>) => Promise<void> {
  let busy = false;
  return async (deed) => {
    if (busy) return;
    busy = true;
    try {
      await deed();
    } finally {
      busy = false;
    }
  };
}
