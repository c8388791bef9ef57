/** What is said where it could not be. */
export const UNCOPIED = "The browser does not let it be copied: it is marked, copy it yourself.";

/** Copies what a box holds; whether it could be. Without a secure connection there is only the old way. */
export async function copied(box: HTMLInputElement | HTMLTextAreaElement | undefined, text: string): Promise<boolean> {
  box?.select();
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return box !== undefined && document.execCommand("copy");
  }
}
