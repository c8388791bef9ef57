import { socketAddress, type Ticket, withQuery } from "./address";
import { Connection, type Socket } from "./connection";
import type { Table } from "./table.svelte";

/** Joins a table to its server; the function that it gives leaves it. */
export function join(table: Table, ticket: Ticket): () => void {
  const query = { game: ticket.game, key: ticket.key };
  /** Whether the page was behind another tab when it came: that stands in its address, so that it never counts as there. */
  let hidden = false;
  const link = new Connection({
    open: (after) => {
      hidden = document.hidden;
      const more = { ...(after < 0 ? {} : { after }), ...(hidden ? { hidden: 1 } : {}) };
      return new WebSocket(socketAddress(window.location, withQuery("/ws", { ...query, ...more }))) as Socket;
    },
    received: (message) => table.take(message),
    connected: (on, restarts = false) => {
      [table.connected, table.restarts] = [on, restarts];
      if (on) table.behind = false; // it is told anew, after the first state
      if (on && (document.hidden || hidden)) seen();
    },
    unknown: () => (table.unknown = true),
    have: () => table.have,
    waiting: (messages) => (table.unanswered = messages),
    later: (run, milliseconds) => window.setTimeout(run, milliseconds),
  });
  // Who has it behind another tab is told elsewhere that he is asked.
  const seen = (): void => link.send({ hidden: { on: document.hidden } });
  const drop = (): void => link.drop();
  window.addEventListener("offline", drop);
  document.addEventListener("visibilitychange", seen);
  table.join(link);
  return () => {
    window.removeEventListener("offline", drop);
    document.removeEventListener("visibilitychange", seen);
    link.close();
  };
}
