/** Where somebody is told that he is asked (docs/protocol.md). */
import { withQuery } from "./address";
import { getJson } from "./fetching";

export interface Channel {
  kind: string;
  target: string;
  zone: string;
  /** The owner of the address has agreed to it. */
  confirmed: boolean;
  /** Why nothing is sent any more, "" while it is. */
  broken: string;
  /** Told once a day at this hour of that zone, of all games together; null for always. */
  hour: number | null;
}

/** "each time, for each game", "once a day at 8:00, for all games together". */
export function often(hour: number | null): string {
  return hour === null ? "each time, for each game" : `once a day at ${hour}:00, for all games together`;
}

export interface Told {
  /** The kinds that this server has. */
  can: string[];
  channels: Channel[];
  /** By what a browser knows this server, where it is told by it. */
  push_key?: string;
  /** Where the account that was entered here has agreed to be written to: nothing has to be agreed to once more. */
  mail?: string;
}

/** How a kind is called, and what is typed in. */
export const KINDS: Record<string, { title: string; type: string; hint: string; about?: string }> = {
  mail: { title: "Mail", type: "email", hint: "you@example.org" },
  push: { title: "This browser", type: "", hint: "" },
  webhook: { title: "Webhook", type: "url", hint: "https://example.org/hook", about: "An address that a channel of Discord or Slack gives you, or a program of your own." },
};

/** The kinds of a server, what most people have first. */
export function inOrder(can: readonly string[]): string[] {
  const known = Object.keys(KINDS).filter((kind) => can.includes(kind));
  return [...known, ...can.filter((kind) => !known.includes(kind))];
}

/** What came of a test; what went wrong stands beside its channel. */
export function tested(now: Told, kind: string): string {
  const channel = now.channels.find((one) => one.kind === kind);
  if (!channel || channel.broken) return "";
  return channel.confirmed ? "A test is on its way there." : "The mail with the link is on its way there once more.";
}

/** How it stands with a channel, in a sentence. */
export function standing({ kind, confirmed, broken }: Channel): string {
  if (broken) return `Nothing is sent any more: ${broken}.`;
  if (!confirmed) return "A mail was sent there with a link; once you have followed it you are told.";
  if (kind === "push") return "You are told by the browser in which it was asked for last, also while this page is closed.";
  return kind === "mail" ? "You are told there." : "You are told there; it is asked by the server.";
}

/** Those by which nothing comes any more. */
export function broken(told: Told | null): Channel[] {
  return (told?.channels ?? []).filter((one) => one.broken);
}

/** Asks for it, or changes it. Raises with what was wrong. */
export async function asked(ticket: { game: string; key: string }, method = "GET", more: { kind?: string; path?: string; body?: unknown } = {}): Promise<Told> {
  const query = { key: ticket.key, ...(more.kind ? { kind: more.kind } : {}) };
  return getJson<Told>(withQuery(`/api/games/${ticket.game}/told${more.path ?? ""}`, query), {
    method,
    ...(more.body ? { body: JSON.stringify(more.body), headers: { "content-type": "application/json" } } : {}),
  });
}

/** What stands in the fields, by kind. */
export interface Filled {
  targets: Record<string, string>;
  hours: Record<string, number | null>;
}

/** The fields after an answer: as the server has it for the kind that was sent, and for each in which nothing else has been typed since. */
export function filled({ targets, hours }: Filled, before: Told | null, now: Told, sent = ""): Filled {
  const after: Filled = { targets: { ...targets }, hours: { ...hours } };
  for (const { kind, target, hour } of now.channels) {
    const old = before?.channels.find((one) => one.kind === kind);
    if (kind === sent || (targets[kind] ?? "") === (old?.target ?? "")) after.targets[kind] = target;
    if (kind === sent || (hours[kind] ?? null) === (old?.hour ?? null)) after.hours[kind] = hour;
  }
  if (!before && now.mail) after.targets.mail ||= now.mail;
  return after;
}
