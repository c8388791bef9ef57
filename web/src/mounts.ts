/**
 * Where the parts of a game's page are put together: to add one, write a component that takes no props, asks
 * `usePage()` for what it needs, shows nothing while there is nothing to show, and name it in one of these lists.
 */
import type { Component } from "svelte";
import Advice from "./components/Advice.svelte";
import Beat from "./components/Beat.svelte";
import BeatPanel from "./components/BeatPanel.svelte";
import Badges from "./components/Badges.svelte";
import Between from "./components/Between.svelte";
import BoardAnswers from "./components/BoardAnswers.svelte";
import BoardKeys from "./components/BoardKeys.svelte";
import BoardMarks from "./components/BoardMarks.svelte";
import BoardView from "./components/BoardView.svelte";
import Branch from "./components/Branch.svelte";
import CaseCard from "./components/CaseCard.svelte";
import Chits from "./components/Chits.svelte";
import ClocksWait from "./components/ClocksWait.svelte";
import Consent from "./components/Consent.svelte";
import Costs from "./components/Costs.svelte";
import DiceBox from "./components/DiceBox.svelte";
import Dispatches from "./components/Dispatches.svelte";
import Ends from "./components/Ends.svelte";
import EndOpener from "./components/EndOpener.svelte";
import Fight from "./components/Fight.svelte";
import Firing from "./components/Firing.svelte";
import Flags from "./components/Flags.svelte";
import Forces from "./components/Forces.svelte";
import GameKeeper from "./components/GameKeeper.svelte";
import Ghosts from "./components/Ghosts.svelte";
import Guide from "./components/Guide.svelte";
import GuideMarks from "./components/GuideMarks.svelte";
import Hands from "./components/Hands.svelte";
import Gliding from "./components/Gliding.svelte";
import Happening from "./components/Happening.svelte";
import Held from "./components/Held.svelte";
import Help from "./components/Help.svelte";
import Hints from "./components/Hints.svelte";
import type { IconName } from "./components/Icon.svelte";
import Lists from "./components/Lists.svelte";
import Log from "./components/Log.svelte";
import March from "./components/March.svelte";
import MarchHost from "./components/MarchHost.svelte";
import News from "./components/News.svelte";
import Notices from "./components/Notices.svelte";
import OddsTab from "./components/OddsTab.svelte";
import OpenSeat from "./components/OpenSeat.svelte";
import Orders from "./components/Orders.svelte";
import OrdersHost from "./components/OrdersHost.svelte";
import OwnChits from "./components/OwnChits.svelte";
import PlanHost from "./components/PlanHost.svelte";
import PlanLines from "./components/PlanLines.svelte";
import Range from "./components/Range.svelte";
import Rings from "./components/Rings.svelte";
import Rules from "./components/Rules.svelte";
import Prizes from "./components/Prizes.svelte";
import PublicWindow from "./components/PublicWindow.svelte";
import ScoreParts from "./components/ScoreParts.svelte";
import SeatTaken from "./components/SeatTaken.svelte";
import SideMarks from "./components/SideMarks.svelte";
import Sitting from "./components/Sitting.svelte";
import Sounds from "./components/Sounds.svelte";
import Spotted from "./components/Spotted.svelte";
import StackView from "./components/StackView.svelte";
import ToldBroken from "./components/ToldBroken.svelte";
import Totals from "./components/Totals.svelte";
import Traces from "./components/Traces.svelte";
import Spoken from "./components/Spoken.svelte";
import Talk from "./components/Talk.svelte";
import TapFirst from "./components/TapFirst.svelte";
import TimeUp from "./components/TimeUp.svelte";
import TermNote from "./components/TermNote.svelte";
import TurnEnd from "./components/TurnEnd.svelte";
import Unanswered from "./components/Unanswered.svelte";
import ValuesNotice from "./components/ValuesNotice.svelte";
import Ways from "./components/Ways.svelte";
import WaysBack from "./components/WaysBack.svelte";
import Wedges from "./components/Wedges.svelte";
import { putOff } from "./lib/orders";
import { talkOf } from "./lib/talk.svelte";
import type { Page } from "./lib/page.svelte";
import { plansAhead } from "./lib/why";

/** SVG in the board's own units, `page.geometry` says where hexes lie. Under the hexes' outlines and the counters. */
export const GROUND: Component[] = [];
/** SVG over the hexes and under the counters. */
export const OVER_HEXES: Component[] = [Held, BoardView, Range, Rings, GuideMarks, SideMarks, Traces, Ways, PlanLines];
/** SVG over the counters; with `pointer-events: none`, or it takes their clicks. */
export const OVER_COUNTERS: Component[] = [Flags, Spotted, Totals, Ghosts, Wedges, Costs, Prizes, BoardMarks, Badges, Firing, Gliding];
/** HTML over the board in pixels of its window; gets `seen(hex)`, where a hex is seen now. Covers no hex concerned. */
export const FLOATING: Component<{ seen: (hex: string) => { x: number; y: number } }>[] = [StackView, BoardAnswers, Happening];

/** What belongs to the question and lies in its card, under the answers and over the deed. */
export const IN_CARD: Component[] = [PublicWindow, March, WaysBack];

/** The slip under the card: parts that stand there as long as they have something to say. */
export const STANDING: Component[] = [Unanswered, Beat, ValuesNotice];
/** A part of the slip. The first that has something to say is shown, with those that may lie under it; the rest on request. */
export interface SlipPart {
  component: Component;
  /** What it is called where it is folded to a line, on a phone. */
  title?: string;
  /** It wants an answer: it has its room, on a phone too. */
  pressing?: boolean;
  /** It lies under the one before it where there is room for both. */
  joins?: boolean;
  /** Shown only where none of those above has anything to say. */
  idle?: boolean;
}
export const SLIPS: SlipPart[] = [
  { component: TapFirst, pressing: true },
  { component: Notices, title: "A notice", pressing: true },
  { component: Consent, title: "The other side asks", pressing: true, joins: true },
  { component: Spoken, pressing: true, title: "Said to you" },
  { component: Between, title: "Since the last sitting", pressing: true, joins: true },
  { component: TimeUp, pressing: true, title: "Time" },
  { component: ToldBroken, pressing: true, title: "Being told" },
  { component: Guide, pressing: true, title: "The guide" },
  { component: SeatTaken, title: "The other seat", pressing: true, joins: true },
  { component: OpenSeat, title: "An open seat", joins: true },
  { component: ClocksWait, title: "When the clocks begin", joins: true },
  { component: GameKeeper, pressing: true },
  { component: Branch, pressing: true },
  { component: Advice, pressing: true },
  { component: Fight, title: "The last fight", joins: true },
  { component: TurnEnd, title: "The turn is over" },
  { component: News, title: "Since your last decision", joins: true },
  { component: Dispatches, idle: true },
  { component: Hints, title: "A hint", joins: true },
];

/** A part of the decision card for some questions: above the buttons, or instead of them. */
export interface Panel {
  component: Component;
  /** Whether it is for the question that is shown; the first that says so is shown. */
  takes(page: Page): boolean;
  /** Its own buttons take the place of the list of answers. */
  instead?: boolean;
  /** The question is not read out when it comes: it is seldom answered. */
  quiet?: boolean;
}
export const PANELS: Panel[] = [
  {
    component: BeatPanel,
    instead: true,
    quiet: true,
    takes: ({ table, decision }) => Boolean(decision && putOff(table.state?.beat, decision.seat, decision.standing?.window)),
  },
  { component: DiceBox, takes: ({ decision, summary }) => decision?.seat === "chance" && summary.dice === "real" },
];

/** What is opened beside the card: a drawer at the left, or a sheet over the whole map. One is open at a time. */
export interface Leaf {
  name: string;
  /** One of the two: what comes with the page, or what is fetched when it is opened, since many a battle is played without it. */
  component?: Component;
  late?(): Promise<{ default: Component }>;
  /** Where it is opened: in the status line, in the menu, or by a button of its own. */
  place: "line" | "menu" | "own";
  icon?: IconName;
  /** What stands over it, where that is not its name. */
  title?: string;
  /** A sheet, not a drawer. */
  wide?: boolean;
  /** Only as high as what is in it, so that the map is seen below. */
  fitted?: boolean;
  /** It says all that there is to say: the card gives way to it, and its title is for those who listen. */
  alone?: boolean;
  /** A drawer beside which one points at the map. */
  narrow?: boolean;
  /** A drawer as high as what it says, so that the map is seen below it. */
  low?: boolean;
  /** Stays in the page while it is closed: to be heard by those who listen, or for its keys alone. */
  kept?: "heard" | "keys";
  /** Whether a game has it; without it every game has. */
  when?(page: Page): boolean;
}
export const LEAVES: Leaf[] = [
  { name: "Log", component: Log, place: "line", icon: "log", kept: "heard" },
  { name: "Forces", component: Forces, place: "line", icon: "forces", title: "Order of battle", wide: true },
  { name: "Charts", late: () => import("./components/Charts.svelte"), place: "line", icon: "charts", wide: true },
  { name: "Rules", component: Rules, place: "line", icon: "rules", wide: true, kept: "keys" },
  { name: "Lists", component: Lists, place: "own", when: ({ view }) => Boolean(view?.lists) },
  { name: "Chits", component: Chits, place: "own", title: "Brigades and cup", when: ({ view }) => Boolean(view?.chits) },
  { name: "Hand", component: OwnChits, place: "own", title: "Chits in hand", narrow: true, when: ({ view }) => Boolean(view?.chits) },
  { name: "Score", component: ScoreParts, place: "own", narrow: true, low: true },
  { name: "Orders", component: Orders, place: "menu", when: ({ summary }) => Boolean(summary.windows?.length) },
  { name: "Talk", component: Talk, place: "menu", title: "Talk with the other side", narrow: true, when: (page) => talkOf(page).on },
  { name: "End the sitting", component: Sitting, place: "menu", narrow: true, when: ({ table }) => Boolean(table.state?.seats.length && !table.ended) },
  { name: "Being told", late: () => import("./components/Told.svelte"), place: "menu", narrow: true, when: (page) => Boolean(page.summary.tells?.length) && talkOf(page).on },
  { name: "Views", late: () => import("./components/Views.svelte"), place: "menu", title: "Views of the whole board", narrow: true },
  { name: "Odds", component: OddsTab, place: "menu", narrow: true },
  { name: "Map key", late: () => import("./components/Key.svelte"), place: "menu", title: "Key to the map", wide: true, when: ({ summary }) => Boolean(summary.assets.key) },
  {
    name: "Result",
    late: () => import("./components/EndSheet.svelte"),
    place: "own",
    title: "The battle is over",
    wide: true,
    fitted: true,
    alone: true,
    when: ({ table, past }) => Boolean(table.state?.outcome) && !past,
  },
  { name: "Why", late: () => import("./components/Why.svelte"), place: "menu", title: "Why: what the computer weighed", wide: true, when: ({ table, summary }) => Boolean(table.state?.outcome) && plansAhead(summary.computers) },
  { name: "Ask about this moment", late: () => import("./components/AskMoment.svelte"), place: "menu", wide: true, when: ({ table }) => !table.holds },
  { name: "Summary", late: () => import("./components/GameEnd.svelte"), place: "menu", wide: true, when: ({ table }) => !table.holds },
];

/** Parts without a place of their own: they listen, keep keys, or lie over the whole page. */
export const ELSEWHERE: Component[] = [MarchHost, PlanHost, BoardKeys, Hands, Help, Ends, EndOpener, OrdersHost, CaseCard, TermNote, Sounds];
