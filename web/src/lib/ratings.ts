/** Ratings by title and side, each with what is uncertain of it (docs/protocol.md, Ratings). */
import type { Seat } from "./protocol";

export interface Rating {
  rating: number;
  /** The true strength lies within so much of it, in 95 of 100 cases. */
  within: number;
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface Rated extends Rating {
  name: string;
}

export interface TitleRatings {
  battle: string;
  title: string;
  sides: Record<Seat, Rated[]>;
}

/** One's own. */
export interface OwnRating extends Rating {
  battle: string;
  title: string;
  seat: Seat;
}

/** "1540 ± 90". */
export function ratingWords({ rating, within }: Pick<Rating, "rating" | "within">): string {
  return `${rating} ± ${within}`;
}

/** "12 games", "1 game". */
export function gamesWords({ games }: Pick<Rating, "games">): string {
  return `${games} ${games === 1 ? "game" : "games"}`;
}

/** "7 won, 1 drawn, 4 lost"; what never happened is left out. */
export function scoreWords({ won, drawn, lost }: Pick<Rating, "won" | "drawn" | "lost">): string {
  return [[won, "won"], [drawn, "drawn"], [lost, "lost"]].flatMap(([count, word]) => (count ? [`${count} ${word}`] : [])).join(", ");
}
