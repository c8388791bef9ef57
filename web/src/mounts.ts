/**
 * Where the parts of a game's page are put together: to add one, write a component that takes no props, asks
 * `usePage()` for what it needs, shows nothing while there is nothing to show, and name it in one of these lists.
 */
import type { Component } from "svelte";
import Always from "./components/Always.svelte";
import Beat from "./components/Beat.svelte";
import BeatPanel from "./components/BeatPanel.svelte";
import BoardAnswers from "./components/BoardAnswers.svelte";
import BoardKeys from "./components/BoardKeys.svelte";
import BoardMarks from "./components/BoardMarks.svelte";
import BoardView from "./components/BoardView.svelte";
import CaseCard from "./components/CaseCard.svelte";
import Charts from "./components/Charts.svelte";
import Chits from "./components/Chits.svelte";
import Consent from "./components/Consent.svelte";
import Costs from "./components/Costs.svelte";
import DiceBox from "./components/DiceBox.svelte";
import Ends from "./components/Ends.svelte";
import FollowBar from "./components/FollowBar.svelte";
import Flags from "./components/Flags.svelte";
import Forces from "./components/Forces.svelte";
import GameEnd from "./components/GameEnd.svelte";
import GameKeeper from "./components/GameKeeper.svelte";
import Ghosts from "./components/Ghosts.svelte";
import Hands from "./components/Hands.svelte";
import Happened from "./components/Happened.svelte";
import Happening from "./components/Happening.svelte";
import Held from "./components/Held.svelte";
import Help from "./components/Help.svelte";
import Lists from "./components/Lists.svelte";
import LooksMenu from "./components/LooksMenu.svelte";
import Log from "./components/Log.svelte";
import March from "./components/March.svelte";
import MarchHost from "./components/MarchHost.svelte";
import MovePreview from "./components/MovePreview.svelte";
import Notices from "./components/Notices.svelte";
import OddsTab from "./components/OddsTab.svelte";
import Orders from "./components/Orders.svelte";
import OrdersHost from "./components/OrdersHost.svelte";
import PlanHost from "./components/PlanHost.svelte";
import PlanLines from "./components/PlanLines.svelte";
import PlanPanel from "./components/PlanPanel.svelte";
import Rules from "./components/Rules.svelte";
import PublicWindow from "./components/PublicWindow.svelte";
import RaiseHand from "./components/RaiseHand.svelte";
import SideMarks from "./components/SideMarks.svelte";
import Spotted from "./components/Spotted.svelte";
import StackView from "./components/StackView.svelte";
import StatusStrip from "./components/StatusStrip.svelte";
import Traces from "./components/Traces.svelte";
import Unanswered from "./components/Unanswered.svelte";
import Views from "./components/Views.svelte";
import WayLines from "./components/WayLines.svelte";
import WaysBack from "./components/WaysBack.svelte";
import { putOff } from "./lib/orders";
import type { Page } from "./lib/page.svelte";

/** SVG in the board's own units, `page.geometry` says where hexes lie. Under the hexes' outlines and the counters. */
export const GROUND: Component[] = [];
/** SVG over the hexes and under the counters. */
export const OVER_HEXES: Component[] = [Held, SideMarks, BoardView, Traces];
/** SVG over the counters; with `pointer-events: none`, or it takes their clicks. */
export const OVER_COUNTERS: Component[] = [Flags, Spotted, BoardMarks, Costs, MovePreview, Ghosts, WayLines, PlanLines, Happening];
/** HTML over the board in pixels of its window; gets `seen(hex)`, where a hex is seen now. Covers no hex concerned. */
export const FLOATING: Component<{ seen: (hex: string) => { x: number; y: number } }>[] = [StackView, BoardAnswers];

/** Cards at the top of the side column, over the decision: the beat, news, consent. */
export const ABOVE_DECISION: Component[] = [Unanswered, Beat, RaiseHand, Consent, GameKeeper];
/** Cards between the decision and the tabs. */
export const BELOW_DECISION: Component[] = [PublicWindow, PlanPanel, March, WaysBack, Always, Notices, CaseCard, Happened];

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

/** Trays along the bottom, under the board. */
export const TRAYS: Component[] = [FollowBar, StatusStrip];

/** Buttons in the bar at the top of the side column. */
export const TOOLS: Component[] = [LooksMenu];

export interface Tab {
  name: string;
  component: Component;
  /** Stays in the page while another tab is shown. */
  kept?: boolean;
  /** Whether a game has it; without it every game has. */
  when?(page: Page): boolean;
}
export const TABS: Tab[] = [
  { name: "Log", component: Log, kept: true },
  { name: "Forces", component: Forces },
  { name: "Lists", component: Lists, when: ({ view }) => Boolean(view?.lists) },
  { name: "Chits", component: Chits, when: ({ view }) => Boolean(view?.chits) },
  { name: "Orders", component: Orders, when: ({ summary }) => Boolean(summary.windows?.length) },
  { name: "Odds", component: OddsTab },
  { name: "Views", component: Views },
  { name: "Charts", component: Charts },
  { name: "Rules", component: Rules, kept: true },
  { name: "Summary", component: GameEnd },
];

/** Parts without a place of their own: they listen, keep keys, or lie over the whole page. */
export const ELSEWHERE: Component[] = [MarchHost, PlanHost, BoardKeys, Hands, Help, Ends, OrdersHost];
