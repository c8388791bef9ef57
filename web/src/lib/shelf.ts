/** What a browser keeps; of `localStorage` and `sessionStorage` only what is needed. */
export type Shelf = Pick<Storage, "getItem" | "setItem">;

/**
 * Puts something down there, where the browser has room for it and allows it. What is kept is a convenience: nothing the page
 * does waits for it or fails with it.
 */
export function putDown(shelf: Pick<Storage, "setItem">, name: string, text: string): void {
  try {
    shelf.setItem(name, text);
  } catch {
    return; // full, or forbidden
  }
}
