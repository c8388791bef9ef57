import { type Ticket, withQuery } from "./address";
import type { Summary } from "./fetched";
import { getJson } from "./fetching";

/** So many seconds at the most nobody without a key sees the end of a game, since somebody looks on later; 0 where all see it. */
export async function withheld({ game, key }: Ticket): Promise<number> {
  const { withheld: seconds = 0 } = await getJson<Summary>(withQuery(`/api/games/${game}`, { key }));
  return seconds;
}
