/** Which game the page shows, and by what right. */
export interface Ticket {
  game: string;
  key: string;
}

/** The game and key named in the page's address, null where it names none. */
export function ticket(search: string): Ticket | null {
  const query = new URLSearchParams(search);
  const [game, key] = [query.get("game"), query.get("key")];
  return game && key ? { game, key } : null;
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
