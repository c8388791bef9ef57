import { expect, test } from "vitest";

/**
 * A key that occurs twice in a list stops the page from drawing. A list goes by its index, or by a key with the index in it, unless what
 * belongs to its rows has to go with them: then by keys that `unlike` makes, or it stands here, by what cannot occur twice in it.
 */
const KEYED: Record<string, readonly string[]> = {
  "constants of the page": [
    "AccountEnter: WAYS (id)", "Always: LASTS (until)", "FollowBar: SPEEDS (speed)", "LeafPlace: leaves (name)", "Library: THEMES (theme)",
    "LooksMenu: NAMES (theme)", "MoreMenu: leaves (name)", "Orders: [ONCE, ...LASTS] (last.until)", "PhoneBar: rows (name)",
    "SetupChoices: HANDS (hands.id)", "SetupChoices: DICE (dice.id)", "SetupChoices: [0, 2, 4, 6, 10] (seconds)", "SetupAgainst: AGAINST (one.id)",
    "Stacks: [-60, 0, 60] (aside)", "StatusLine: tools (name)",
  ],
  "the sides of a battle": [
    "Addresses: addresses(made, window.location.origin) (seat)", "Beat: beat ? beat.may : [] (seat)", "Chits: hands (side)",
    "Cup: known (side)", "Cup: known.filter(({ backs }) => backs) (side)", "CupButton: sides (side)", "EndSheet: seats (one)",
    "Forces: view ? sides : [] (side)", "Lists: sides (side)", "ListsButton: rows (side)", "Orders: seats (seat)", "OwnChits: sides (side)",
    "PublicWindow: seats (seat)", "RaiseHand: able (seat)", "Resign: seats (seat)", "SetupPanel: battle.seats (seat)",
  ],
  "units of the game, each once": [
    "BrigadeRows: brigade.rows (row.unit.id)", "Gliding: under (one.unit)", "PositionPicture: pile.units.slice(-SEEN) (unit.id)",
    "StackView: units (unit.id)", "Stacks: pile.units (unit.id)", "TextBoard: units (unit.id)",
    "TextBoard: view.units.filter((unit) => unit.side === seat && unit.hex) (unit.id)",
  ],
  "a set, or the keys of a map": [
    "BoardMarks: marks (hex)", "BoardView: marks (hex)", "Costs: rows (hex)", "Flags: flags (hex)", "Ghosts: left (hex)",
    "GuideMarks: [...new Set(hexes)] (hex)", "Hand: [...new Set(chits.pools[side] ?? [])] (name)", "Held: held (hex)", "Rings: page.news.hexes (hex)",
    "Rings: rings (hex)", "SetupChoices: Object.entries(battle.options) (name)",
  ],
  "stacks by their hexes": [
    "MomentPicture: stacks(view?.units ?? []) (pile.hex)", "PositionPicture: shown (pile.hex)", "Stacks: drawn (pile.hex)",
  ],
  "hexes of the map": ["HexGrid: line (hex)", "PrintedBoard: line (hex)"],
  "ids that the server or the page gives away once": [
    "Notices: table.notices (notice.id)", "Lobby: open (row.game)", "Lobby: over (row.game)", "Lobby: running (row.game)", "OwnGames: others (game.game)", "OwnGames: over (game.game)", "PasskeyRows: own.passkeys (one.id)", "Rules: list.cases (rule.id)",
    "Rules: list.chapters (chapter.id)", "SetupPanel: battles (one.id)", "Views: boards.listed (board.name)",
  ],
};

const FILES = import.meta.glob<string>(["./*.svelte", "../*.svelte"], { query: "?raw", import: "default", eager: true });

/** The lists of a file that go by a key of their own: "name: list (key)". */
function keyed(file: string, text: string): string[] {
  const name = file.replace(/^.*\/|\.svelte$/g, "");
  return text.split("{#each ").slice(1).flatMap((rest) => {
    const [, list = "", row = "", key = ""] = /^(.*?) as (.*?) \((.*?)\)\}/.exec(insideOf(rest)) ?? [];
    const index = /, (\w+)$/.exec(row)?.[1];
    return key && !list.startsWith("unlike(") && key !== index && !(index && key.includes(`\${${index}}`)) ? [`${name}: ${list} (${key})`] : [];
  });
}

/** A text up to the brace that ends it. */
function insideOf(rest: string): string {
  let depth = 1;
  for (let at = 0; at < rest.length; at++) {
    depth += rest[at] === "{" ? 1 : rest[at] === "}" ? -1 : 0;
    if (!depth) return rest.slice(0, at + 1);
  }
  return rest;
}

test("a list goes by its index, or it is known that no key of it occurs twice", () => {
  const found = new Set(Object.entries(FILES).flatMap(([file, text]) => keyed(file, text)));
  expect([...found].sort()).toEqual(Object.values(KEYED).flat().sort());
});

test.each([
  ["{#each rows as row (row.id)}", ["A: rows (row.id)"]],
  ["{#each f(a, (b) => b) as { x, y } (x)}", ["A: f(a, (b) => b) (x)"]],
  ["{#each rows as row, n (n)}", []],
  ["{#each rows as { line }, i (`${page.number} ${i}`)}", []],
  ["{#each rows as row, n (row.id)}", ["A: rows (row.id)"]],
  ["{#each unlike(rows, (row) => row.id) as [id, row] (id)}", []],
  ["{#each rows as row}", []],
])("lists of %s", (text, found) => expect(keyed("./A.svelte", text)).toEqual(found));
