/** How it stands with the line to the server, and with the server's to the others. */
export interface Line {
  connected: boolean;
  /** The server has said that it ends and that another takes its place. */
  restarts: boolean;
  /** It does not hear the others at its database. */
  behind: boolean;
}

/** What is said of the line: nothing while all is well; `calm` where nobody need do anything about it. */
export function lineWords({ connected, restarts, behind }: Line): { words: string; calm: boolean } | null {
  if (!connected && restarts) return { words: "The server was stopped. Reconnecting; nothing that was stored is gone.", calm: true };
  if (!connected) return { words: "The connection is lost. Trying again; nothing that was stored is gone.", calm: false };
  if (behind) return { words: "The server is reconnecting to the others: what is done there may be shown late.", calm: true };
  return null;
}
