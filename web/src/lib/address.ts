/** Which game the page shows, and by what right. */
export interface Ticket {
  game: string;
  /** "" for a game that is over and looked at by its number alone. */
  key: string;
  /** The entry that is shown first. */
  entry?: number;
}

/** The game and key named in the page's address, null where it names none; a moment of it needs no key once it is over. */
export function ticket(search: string): Ticket | null {
  const query = new URLSearchParams(search);
  const [game, key, at] = [query.get("game"), query.get("key"), query.get("entry")];
  const entry = at && /^\d{1,6}$/.test(at) ? { entry: Number(at) } : {};
  return game && (key || "entry" in entry) ? { game, key: key ?? "", ...entry } : null;
}

/** The address of a moment of a game; where it goes on, by a key of somebody who looks on. */
export function momentAddress(origin: string, game: string, entry: number, key = ""): string {
  return origin + withQuery("/", { game, ...(key ? { key } : {}), entry });
}

/** The page's own address for a path of the server, with what stands behind the question mark. */
export function withQuery(path: string, query: Record<string, string | number>): string {
  const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return words.length ? `${path}?${words.join("&")}` : path;
}

/** What asks for a battle by the edition of a game; nothing where that is the present one. */
export function byEdition(edition: string | undefined): Record<string, string> {
  return edition ? { edition } : {};
}

/** The socket that belongs to the page's own address. */
export function socketAddress(page: Pick<Location, "protocol" | "host">, path: string): string {
  const scheme = page.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${page.host}${path}`;
}
