/** Whether nothing on the page has the focus, as before the first Tab and after what had it has gone. */
export function unfocused(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

/** What is typed into; some browsers give Escape in it a meaning of its own as long as something has been typed for a search. */
const TYPED = "input, textarea";

/** Whether Escape in this place is for what lies around the field: no word is being composed, and no search is to be emptied. */
export function leavesField({ key, target, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  const field = (target as Partial<Element> | null)?.closest?.(TYPED) as HTMLInputElement | null | undefined;
  if (key !== "Escape" || isComposing || defaultPrevented || !field) return false;
  return field.type !== "search" || !field.value;
}
